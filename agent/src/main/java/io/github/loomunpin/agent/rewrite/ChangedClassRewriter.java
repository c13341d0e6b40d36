// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.ModeRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites what another agent has made of a class file that is rewritten already, in which it was
 * shown the flags that the loader's class file has. A method that has lost its flag, and still has
 * it after the change, gets its lock around the whole body once more if the body was changed: locks
 * are reentrant, so the one within does no harm. All other code that was changed is rewritten as
 * any code is. Safe for any thread.
 */
public final class ChangedClassRewriter {

  private final ModeRules modes;
  private final DefinedShape shape;

  public ChangedClassRewriter(ModeRules modes, DefinedShape shape) {
    this.modes = modes;
    this.shape = shape;
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
        return new Attempt(new ClassReader(after), nearLimit).rewrite(earlier);
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

  /** One attempt, with what is known of methods that have too little room. */
  private final class Attempt {

    private final ClassReader reader;
    private final ClassNode node;
    private final RewriteResult.Tally tally = new RewriteResult.Tally();
    private final MethodRewriter methods;
    private final Set<String> declared = new HashSet<>();
    private final Map<String, MethodNode> changed = new HashMap<>();
    private final Map<String, MethodNode> added = new HashMap<>();

    Attempt(ClassReader reader, MethodsNearLimit nearLimit) {
      this.reader = reader;
      node = read(reader);
      modes.resolveCalls(node);
      methods = new MethodRewriter(node, modes, modes.privateLocks(node), shape, nearLimit, tally);
      for (MethodNode method : node.methods) {
        declared.add(key(method));
      }
    }

    RewriteResult rewrite(Map<String, MethodNode> earlier) {
      for (MethodNode method : node.methods) {
        if (rewrite(method, Optional.ofNullable(earlier.get(key(method))))) {
          ClassRewriter.checkFits(node, method);
          changed.put(key(method), method);
        }
      }
      byte[] bytes =
          changed.isEmpty() ? null : ClassRewriter.write(reader, node.version, changed, added);
      return tally.result(node.name, bytes);
    }

    private boolean rewrite(MethodNode method, Optional<MethodNode> before) {
      boolean hasFlag = SynchronizedFlag.locks(method.access, method.name);
      boolean isNative = (method.access & Opcodes.ACC_NATIVE) != 0;
      if (hasFlag && isToBeWrapped(method, isNative)) {
        MethodNode body = MethodWrapper.apply(node, method);
        methods.rewrite(body);
        ClassRewriter.checkFits(node, body);
        added.put(key(method), body);
        return methods.rewrite(method);
      }
      if (hasFlag && !shape.unflagged().contains(key(method))) {
        return methods.rewrite(method);
      }
      boolean isSame = before.isPresent() && CodeComparison.isSame(before.get(), method);
      if (hasFlag) {
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
      }
      if (isSame && (!hasFlag || shape.locked().contains(key(method)))) {
        return hasFlag;
      }
      return methods.rewriteAgain(method, hasFlag && method.instructions.size() > 0) || hasFlag;
    }

    /**
     * A native method that is new, or a method as the loader has it, if the other agent has started
     * from the loader's class file.
     */
    private boolean isToBeWrapped(MethodNode method, boolean isNative) {
      String key = key(method);
      return shape.wrapped().contains(key)
          ? !declared.contains(MethodWrapper.PREFIX + key)
          : isNative && shape.mayWrap(key);
    }
  }
}
