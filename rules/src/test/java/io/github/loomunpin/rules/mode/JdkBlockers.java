// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.blocking.BlockingKind.Weight;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which classes of a JDK lock their own instances in methods that may block: that wait, call what
 * the catalogue of blocking calls has, run what they are given, or call what a subclass has to
 * implement, themselves or through other methods of the class. Synchronized blocks count as a whole
 * method does.
 */
record JdkBlockers(JdkImage jdk, BlockingCalls calls) {

  private static final List<String> GIVEN =
      List.of("java/util/function/", "java/lang/Runnable", "java/util/concurrent/Callable");

  /** By internal name, with an example of what may block. */
  Map<String, String> found() {
    Map<String, String> found = new TreeMap<>();
    jdk.classes()
        .forEach(
            (name, bytes) -> {
              ClassNode node = new ClassNode();
              new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
              String why = blocking(node);
              if (!why.isEmpty()) {
                found.put(name, why);
              }
            });
    return found;
  }

  /** Empty if no method that locks is seen to block. */
  private String blocking(ClassNode node) {
    Map<String, MethodNode> methods = new HashMap<>();
    node.methods.forEach(method -> methods.put(method.name + method.desc, method));
    for (MethodNode method : node.methods) {
      if (locksThis(node.name, method)) {
        String why = blocking(node.name, method, methods);
        if (!why.isEmpty()) {
          return method.name + " calls " + why;
        }
      }
    }
    return "";
  }

  private static boolean locksThis(String owner, MethodNode method) {
    if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) != 0) {
      return false;
    }
    if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      return true;
    }
    for (AbstractInsnNode insn : method.instructions) {
      if (insn.getOpcode() == Opcodes.MONITORENTER && isOfThis(insn)) {
        return !JdkSharedLocks.isThisRewritten(owner);
      }
    }
    return false;
  }

  /** As compilers write it: the object is loaded, doubled and stored. */
  private static boolean isOfThis(AbstractInsnNode enter) {
    AbstractInsnNode at = enter.getPrevious();
    while (at.getOpcode() == Opcodes.DUP || at.getOpcode() == Opcodes.ASTORE) {
      at = at.getPrevious();
    }
    return at instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == 0;
  }

  private String blocking(String owner, MethodNode locking, Map<String, MethodNode> methods) {
    Deque<MethodNode> work = new ArrayDeque<>(List.of(locking));
    Set<MethodNode> seen = new HashSet<>(work);
    while (!work.isEmpty()) {
      for (AbstractInsnNode insn : work.remove().instructions) {
        if (insn instanceof MethodInsnNode call) {
          MethodNode own = call.owner.equals(owner) ? methods.get(call.name + call.desc) : null;
          if (own == null ? mayBlock(call) : (own.access & Opcodes.ACC_ABSTRACT) != 0) {
            return call.owner + "." + call.name;
          }
          if (own != null && seen.add(own)) {
            work.add(own);
          }
        }
      }
    }
    return "";
  }

  private boolean mayBlock(MethodInsnNode call) {
    return GIVEN.stream().anyMatch(call.owner::startsWith)
        || calls
            .find(call.owner, call.name, call.desc, jdk.index())
            .map(line -> line.kind().weight())
            .filter(weight -> weight == Weight.BLOCKS || weight == Weight.UNKNOWN)
            .isPresent();
  }
}
