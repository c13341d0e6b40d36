// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.PrivateLocks;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the sites of a class file. Safe for any thread. */
public final class SiteScanner {

  private final ModeRules modes;

  public SiteScanner(ModeRules modes) {
    this.modes = modes;
  }

  /**
   * @throws UnreadableClassException if the bytes are not a class file, or one newer than ASM knows
   */
  public ClassSites scan(byte[] classFile) throws UnreadableClassException {
    BciClass node;
    try {
      node = BciClass.read(classFile);
    } catch (RuntimeException e) {
      throw new UnreadableClassException(ClassFileProblem.describe(classFile, e), e);
    }
    modes.resolveCalls(node);
    List<MonitorSite> sites = new ArrayList<>();
    PrivateLocks locks = modes.privateLocks(node);
    SourceLines lines = SourceLines.of(node.sourceDebug);
    for (MethodNode method : node.methods) {
      if (SynchronizedFlag.locks(method.access, method.name)) {
        sites.add(synchronizedMethod(node, method, lines));
      }
      if (MethodMonitors.isNeeded(method)) {
        scanCode(node, method, locks, lines, sites);
      }
    }
    return new ClassSites(
        node.name, node.sourceFile == null ? "" : node.sourceFile, List.copyOf(sites));
  }

  private MonitorSite synchronizedMethod(BciClass node, MethodNode method, SourceLines lines) {
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    return new MonitorSite(
        node.name,
        method.name,
        method.desc,
        isStatic ? SiteKind.STATIC_SYNC_METHOD : SiteKind.SYNC_METHOD,
        -1,
        lines.inSource(firstLine(method)),
        isStatic ? Operand.literal(node.name) : Operand.thisOf(node.name),
        List.of(new BciRange(0, node.codeLength(method))),
        isStatic ? modes.ofMirror(node.name) : modes.ofThis(node.name));
  }

  private void scanCode(
      BciClass node,
      MethodNode method,
      PrivateLocks locks,
      SourceLines lines,
      List<MonitorSite> sites) {
    MethodMonitors monitors = MethodMonitors.of(node.name, method, modes, locks);
    monitors
        .uses()
        .values()
        .forEach(
            use -> {
              if (use.insn().getOpcode() != Opcodes.MONITOREXIT) {
                sites.add(site(node, method, monitors, lines, use));
              }
            });
  }

  private static MonitorSite site(
      BciClass node,
      MethodNode method,
      MethodMonitors monitors,
      SourceLines lines,
      MethodMonitors.Use use) {
    int line = lineOf(use.insn());
    boolean enters = use.insn().getOpcode() == Opcodes.MONITORENTER;
    return new MonitorSite(
        node.name,
        method.name,
        method.desc,
        enters ? SiteKind.BLOCK : kindOf((MethodInsnNode) use.insn()),
        node.bci(use.insn()),
        lines.inSource(line),
        lines.inlinedFrom(line),
        Operand.of(use.operand()),
        enters && monitors.isFollowed()
            ? ranges(node, method, monitors.held(), use.insn())
            : List.of(),
        use.decision());
  }

  private static SiteKind kindOf(MethodInsnNode call) {
    return SiteKind.valueOf(MonitorCalls.of(call).orElseThrow().effect().name());
  }

  private static List<BciRange> ranges(
      BciClass node, MethodNode method, HeldMonitors held, AbstractInsnNode enter) {
    List<BciRange> ranges = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < method.instructions.size(); i++) {
      int bci = node.bci(method.instructions.get(i));
      if (bci < 0) {
        continue;
      }
      boolean isHeld = held.isHeld(enter, i);
      if (isHeld && start < 0) {
        start = bci;
      } else if (!isHeld && start >= 0) {
        ranges.add(new BciRange(start, bci));
        start = -1;
      }
    }
    if (start >= 0) {
      ranges.add(new BciRange(start, node.codeLength(method)));
    }
    return List.copyOf(ranges);
  }

  private static int firstLine(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return -1;
  }

  private static int lineOf(AbstractInsnNode insn) {
    for (AbstractInsnNode at = insn; at != null; at = at.getPrevious()) {
      if (at instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return -1;
  }
}
