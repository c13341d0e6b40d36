// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.SourceLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The line numbers of a class file by method and bytecode index. */
public final class LineTables {

  private final Map<String, NavigableMap<Integer, Integer>> byMethod = new HashMap<>();

  private final SourceLines source;

  private LineTables(SourceLines source) {
    this.source = source;
  }

  public static LineTables of(BciClass type) {
    LineTables tables = new LineTables(SourceLines.of(type.sourceDebug));
    for (MethodNode method : type.methods) {
      NavigableMap<Integer, Integer> lines = new TreeMap<>();
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof LineNumberNode number && type.bciFrom(number.start) >= 0) {
          lines.put(type.bciFrom(number.start), number.line);
        }
      }
      tables.byMethod.put(method.name + method.desc, lines);
    }
    return tables;
  }

  /** The line of an instruction, -1 if the class file does not tell. */
  public int lineAt(String method, String descriptor, int bci) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    Map.Entry<Integer, Integer> entry = lines == null || bci < 0 ? null : lines.floorEntry(bci);
    return entry == null ? -1 : entry.getValue();
  }

  /** The line of the source that a line of this class file stands for. */
  public int inSource(int line) {
    return source.inSource(line);
  }

  /** The line of the first instruction of a method; -1 if the class file does not tell. */
  int firstLine(String method, String descriptor) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    return lines == null || lines.isEmpty() ? -1 : lines.firstEntry().getValue();
  }

  /** Whether the method has any instruction of a line. */
  public boolean hasLine(String method, String descriptor, int line) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    return lines != null && lines.containsValue(line);
  }

  /** Whether the class file tells lines of a method. */
  boolean hasLines(String method, String descriptor) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    return lines != null && !lines.isEmpty();
  }

  /** The instructions of a method that are of a line; the last of them have no end. */
  public List<BciRange> rangesOf(String method, String descriptor, int line) {
    NavigableMap<Integer, Integer> lines =
        byMethod.getOrDefault(method + descriptor, new TreeMap<>());
    List<BciRange> ranges = new ArrayList<>();
    for (Map.Entry<Integer, Integer> entry : lines.entrySet()) {
      if (entry.getValue() == line) {
        Integer end = lines.higherKey(entry.getKey());
        ranges.add(new BciRange(entry.getKey(), end == null ? Integer.MAX_VALUE : end));
      }
    }
    return ranges;
  }
}
