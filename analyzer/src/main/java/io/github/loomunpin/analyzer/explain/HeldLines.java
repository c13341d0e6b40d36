// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tells in which lines of its source the monitor of a site is held, by the class file. */
final class HeldLines {

  /** Where the code of a line begins. */
  private record Start(int bci, int line) {}

  private final ClassSource classes;

  /** Of methods by class, name and descriptor. */
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
    int[] at = {0};
    ClassReader reader =
        new ClassReader(classFile) {
          @Override
          protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            at[0] = bytecodeOffset;
          }
        };
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            List<Start> lines = new ArrayList<>();
            starts.put(owner + "." + name + descriptor, lines);
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitLineNumber(int line, Label start) {
                lines.add(new Start(at[0], line));
              }
            };
          }
        },
        ClassReader.SKIP_FRAMES);
  }
}
