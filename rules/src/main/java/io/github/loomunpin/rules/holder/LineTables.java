// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The line numbers of a class file by method and bytecode index. */
public final class LineTables {

  private final Map<String, NavigableMap<Integer, Integer>> byMethod = new HashMap<>();

  private LineTables() {}

  public static LineTables of(byte[] classFile) {
    LineTables tables = new LineTables();
    Map<Label, Integer> offsets = new IdentityHashMap<>();
    ClassReader reader =
        new ClassReader(classFile) {
          @Override
          protected Label readLabel(int bytecodeOffset, Label[] labels) {
            Label label = super.readLabel(bytecodeOffset, labels);
            offsets.put(label, bytecodeOffset);
            return label;
          }
        };
    reader.accept(tables.visitor(offsets), ClassReader.SKIP_FRAMES);
    return tables;
  }

  private ClassVisitor visitor(Map<Label, Integer> offsets) {
    return new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        NavigableMap<Integer, Integer> lines = new TreeMap<>();
        byMethod.put(name + descriptor, lines);
        return new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitLineNumber(int line, Label start) {
            lines.put(offsets.get(start), line);
          }
        };
      }
    };
  }

  /** The line of an instruction, -1 if the class file does not tell. */
  public int lineAt(String method, String descriptor, int bci) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    Map.Entry<Integer, Integer> entry = lines == null || bci < 0 ? null : lines.floorEntry(bci);
    return entry == null ? -1 : entry.getValue();
  }

  /** Whether the method has any instruction of a line. */
  public boolean hasLine(String method, String descriptor, int line) {
    NavigableMap<Integer, Integer> lines = byMethod.get(method + descriptor);
    return lines != null && lines.containsValue(line);
  }

  /** The method of a name that has a line; empty if several have, or none. */
  public Optional<String> descriptorOf(String method, int line) {
    List<String> found =
        byMethod.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(method + "("))
            .filter(entry -> line < 0 || entry.getValue().containsValue(line))
            .map(entry -> entry.getKey().substring(method.length()))
            .toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** Whether any instruction of a line runs while the monitor of a site is held. */
  public boolean holdsOnLine(MonitorSite site, int line) {
    NavigableMap<Integer, Integer> lines =
        byMethod.getOrDefault(site.method() + site.descriptor(), new TreeMap<>());
    return lines.entrySet().stream()
        .filter(entry -> entry.getValue() == line)
        .anyMatch(entry -> overlaps(site, entry.getKey(), lines.higherKey(entry.getKey())));
  }

  /** Whether all instructions of a line run while the monitor of a site is held. */
  public boolean holdsWholeLine(MonitorSite site, int line) {
    NavigableMap<Integer, Integer> lines =
        byMethod.getOrDefault(site.method() + site.descriptor(), new TreeMap<>());
    return lines.entrySet().stream()
        .filter(entry -> entry.getValue() == line)
        .allMatch(entry -> covers(site, entry.getKey(), lines.higherKey(entry.getKey())));
  }

  private static boolean covers(MonitorSite site, int start, Integer end) {
    return end != null
        && site.held().stream().anyMatch(range -> range.start() <= start && end <= range.end());
  }

  private static boolean overlaps(MonitorSite site, int start, Integer end) {
    return site.held().stream()
        .anyMatch(range -> start < range.end() && (end == null || end > range.start()));
  }
}
