// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Tells in which lines of its source the monitor of a site is held, by the class file. */
final class HeldLines {

  /** Where the code of a line begins. */
  private record Start(int bci, int line) {}

  private final ClassSource classes;

  /** The starts of the lines of methods, by class, name and descriptor. */
  private final Map<String, List<Start>> starts = new HashMap<>();

  /**
   * @param classes those that were scanned
   */
  HeldLines(ClassSource classes) {
    this.classes = classes;
  }

  /** No in what is not a class file, such as a source. */
  boolean has(ScannedSite found, int line) {
    MonitorSite site = found.site();
    if (!site.kind().enters()) {
      return false;
    }
    List<Start> method = starts(site);
    return IntStream.range(0, method.size())
        .filter(i -> method.get(i).line() == line)
        .anyMatch(
            i ->
                site.kind() != SiteKind.BLOCK
                    || holds(
                        site,
                        method.get(i).bci(),
                        i + 1 < method.size() ? method.get(i + 1).bci() : Integer.MAX_VALUE));
  }

  private static boolean holds(MonitorSite site, int start, int end) {
    for (BciRange range : site.held()) {
      if (range.start() < end && start < range.end()) {
        return true;
      }
    }
    return false;
  }

  private List<Start> starts(MonitorSite site) {
    String method = site.owner() + "." + site.method() + site.descriptor();
    if (!starts.containsKey(method)) {
      classes.bytes(site.owner()).ifPresent(bytes -> read(site.owner(), bytes));
    }
    return starts.computeIfAbsent(method, none -> List.of());
  }

  /** The scan has read the same class file, so that it is a sound one. */
  private void read(String owner, byte[] classFile) {
    BciClass type = BciClass.read(classFile);
    for (MethodNode method : type.methods) {
      starts.put(owner + "." + method.name + method.desc, starts(type, method));
    }
  }

  private static List<Start> starts(BciClass type, MethodNode method) {
    List<Start> starts = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      int bci = type.bci(insn);
      if (insn instanceof LineNumberNode number) {
        lines.add(number.line);
      } else if (bci >= 0) {
        lines.forEach(line -> starts.add(new Start(bci, line)));
        lines.clear();
      }
    }
    return starts;
  }
}
