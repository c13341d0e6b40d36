// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.operand.PrivateLocks;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites one class file. Methods without sites are copied byte for byte; frames are never
 * recomputed and no class is loaded. Safe for any thread.
 */
public final class ClassRewriter {

  private final ModeRules modes;
  private final DefinedShape shape;

  /** A rewriter for classes that are rewritten for the first time. */
  public ClassRewriter(ModeRules modes) {
    this(modes, DefinedShape.NONE);
  }

  /**
   * A rewriter for a class that was defined with this shape, or is being defined and was rewritten
   * before.
   */
  public ClassRewriter(ModeRules modes, DefinedShape shape) {
    this.modes = modes;
    this.shape = shape;
  }

  /** Like the other one, but glances at the class file by itself. */
  public RewriteResult rewrite(byte[] original) {
    return rewrite(original, ClassFilePeek.at(original));
  }

  /**
   * @param peek of the same bytes
   * @throws RuntimeException if the class file cannot be read or written; the class is then as it
   *     was, and its monitors are native
   */
  public RewriteResult rewrite(byte[] original, ClassFilePeek peek) {
    if (modes.isJdkCode() && peek.name().equals(JoinRewriter.THREAD)) {
      return JoinRewriter.rewrite(original);
    }
    MethodsNearLimit nearLimit = new MethodsNearLimit();
    if (shape.isLoaded()) {
      shape.wrapped().forEach(nearLimit::addWrapped);
    }
    while (true) {
      try {
        return attempt(original, peek, nearLimit);
      } catch (MethodTooLargeException e) {
        if (!nearLimit.addTooLarge(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
      }
    }
  }

  /** Rewrites it with what is known of methods that have too little room. */
  RewriteResult attempt(byte[] original, ClassFilePeek peek, MethodsNearLimit nearLimit) {
    ClassReader reader = new ClassReader(original);
    ClassNode node = new NeededMethods(peek);
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    modes.resolveCalls(node);
    RewriteResult.Tally tally = new RewriteResult.Tally();
    MethodRewriter methods =
        new MethodRewriter(node, modes, modes.privateLocks(node), shape, nearLimit, tally);
    Map<String, MethodNode> changed = new HashMap<>();
    Map<String, MethodNode> added = new HashMap<>();
    for (MethodNode method : node.methods) {
      boolean hadFlag = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
      boolean isNative = (method.access & Opcodes.ACC_NATIVE) != 0;
      String key = method.name + method.desc;
      boolean locks = SynchronizedFlag.locks(method.access, method.name);
      if (locks && shape.mayWrap(key)) {
        nearLimit.addSynchronized(key);
      }
      boolean wasCompiled = !locks || MethodsNearLimit.isCompiled(method.instructions);
      if (locks && (isNative || nearLimit.isWrapped(key)) && isToBeWrapped(node, method, key)) {
        MethodNode body = MethodWrapper.apply(node, method);
        methods.rewrite(body);
        ClassFileCopy.checkFits(node, body);
        added.put(key, body);
      }
      if (methods.rewrite(method)) {
        ClassFileCopy.checkFits(node, method);
        changed.put(key, method);
        boolean cleared = hadFlag && (method.access & Opcodes.ACC_SYNCHRONIZED) == 0;
        if (cleared
            && wasCompiled
            && !MethodsNearLimit.isCompiled(method.instructions)
            && shape.mayWrap(key)
            && nearLimit.addWrapped(key)) {
          return attempt(original, peek, nearLimit);
        }
      }
    }
    if (changed.isEmpty()) {
      return tally.result(node.name, null);
    }
    return tally.result(node.name, ClassFileCopy.write(reader, node.version, changed, added));
  }

  private boolean isToBeWrapped(ClassNode node, MethodNode method, String key) {
    if (!shape.mayWrap(key) || shape.wrapped().contains(key)) {
      return shape.mayWrap(key);
    }
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    return (isStatic ? modes.ofMirror(node.name) : modes.ofThis(node.name)).mode() != Mode.NATIVE;
  }

  /**
   * A class that has no code for its methods without sites. These are most methods of most classes,
   * and reading them would cost an application's start more than all the others.
   */
  static final class NeededMethods extends ClassNode {

    private final ClassFilePeek peek;
    private boolean all;

    NeededMethods(ClassFilePeek peek) {
      super(Opcodes.ASM9);
      this.peek = peek;
    }

    /** Fields are visited before methods, and behind the nest. */
    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      // Only all methods together tell whether it holds nothing but a lock.
      all |= PrivateLocks.isCandidate(this, access, descriptor);
      return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      int index = methods.size();
      MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
      return all || peek.mayNeedRewriting(index) ? code : null;
    }
  }
}
