// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites what another agent has put into a class that is rewritten already. A method that has
 * lost its synchronized flag gets its lock around the whole body once more if the body was changed:
 * locks are reentrant, so the one within does no harm. All other code that is new is rewritten as
 * any code is.
 *
 * <p>Methods and fields are only added, and flags only cleared, while the class is being defined,
 * or where that was done then: a class that is loaded has to keep them (JVM TI,
 * RetransformClasses). Safe for any thread.
 */
public final class ChangedClassRewriter {

  private final ModeRules modes;
  private final Set<String> unflagged;
  private final boolean isLoaded;

  /**
   * @param unflagged the methods that have lost their flag, by name and descriptor
   * @param isLoaded whether the class is loaded already
   */
  public ChangedClassRewriter(ModeRules modes, Set<String> unflagged, boolean isLoaded) {
    this.modes = modes;
    this.unflagged = unflagged;
    this.isLoaded = isLoaded;
  }

  /**
   * @param before the class file as the agent has left it
   * @param after what another agent has made of that
   * @throws RuntimeException if a class file cannot be read or written
   */
  public RewriteResult rewrite(byte[] before, byte[] after) {
    Map<String, MethodNode> earlier = new HashMap<>();
    for (MethodNode method : read(new ClassReader(before)).methods) {
      earlier.put(key(method), method);
    }
    MethodsNearLimit nearLimit = new MethodsNearLimit();
    while (true) {
      try {
        return attempt(earlier, after, nearLimit);
      } catch (MethodTooLargeException e) {
        if (!nearLimit.addTooLarge(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
      }
    }
  }

  private static ClassNode read(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private static String key(MethodNode method) {
    return method.name + method.desc;
  }

  private RewriteResult attempt(
      Map<String, MethodNode> earlier, byte[] after, MethodsNearLimit nearLimit) {
    ClassReader reader = new ClassReader(after);
    ClassNode node = read(reader);
    modes.resolveCalls(node);
    RewriteResult.Tally tally = new RewriteResult.Tally();
    MethodRewriter methods =
        new MethodRewriter(node, modes, modes.privateLocks(node), nearLimit, tally);
    Map<String, MethodNode> changed = new HashMap<>();
    for (MethodNode method : node.methods) {
      Optional<MethodNode> before = Optional.ofNullable(earlier.get(key(method)));
      if (rewrite(methods, before, method)) {
        ClassRewriter.checkFits(node, method);
        changed.put(key(method), method);
      }
    }
    byte[] bytes =
        changed.isEmpty() ? null : ClassRewriter.write(reader, node.version, changed, Map.of());
    return tally.result(node.name, bytes);
  }

  private boolean rewrite(MethodRewriter methods, Optional<MethodNode> before, MethodNode method) {
    boolean wasUnflagged = unflagged.contains(key(method));
    boolean hasFlag = SynchronizedFlag.locks(method.access, method.name);
    if (hasFlag && !wasUnflagged && !isLoaded) {
      return methods.rewrite(method);
    }
    boolean isSynchronized =
        wasUnflagged && (before.isEmpty() || !MethodCode.isSame(before.get(), method));
    boolean isCleared = hasFlag && wasUnflagged;
    if (isCleared) {
      method.access &= ~Opcodes.ACC_SYNCHRONIZED;
    }
    List<AbstractInsnNode> left =
        before.isPresent() && MethodCode.hasOnlyMonitorsOf(before.get(), method)
            ? MethodCode.monitors(method)
            : List.of();
    boolean changed = methods.rewriteAgain(method, isSynchronized, left);
    return changed || isCleared;
  }
}
