// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.operand.PrivateLocks;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * How the JDK's own code locks: natively, but for objects that the application can lock as well.
 * The flags of its methods change only in classes that are converted as a whole, because that
 * cannot be done to a class that is loaded.
 */
public final class JdkCodeRules extends ModeRules {

  private static final Decision NATIVE =
      Decision.nativeBecause("the agent does not convert this monitor of the JDK");

  /** Never by its type: while the JDK is rewritten, it is not certain yet which classes can be. */
  private static final Decision DEPENDS_ON_OBJECT = Decision.atRunTime("depends on the object");

  private final Set<String> converted;
  private final Decision ofConverted;

  /**
   * How to rewrite the JDK's code.
   *
   * @param converted internal names of the classes that are converted as a whole
   */
  public JdkCodeRules(ModeQuestions jdk, Set<String> converted) {
    this(jdk, converted, DEPENDS_ON_OBJECT);
  }

  private JdkCodeRules(ModeQuestions jdk, Set<String> converted, Decision ofConverted) {
    super(jdk);
    this.converted = converted;
    this.ofConverted = ofConverted;
  }

  /**
   * For telling what happens to the JDK's locks. The objects of the classes that are converted as a
   * whole are virtual, but for subclasses that options keep native.
   *
   * @param jdk the answers for the JDK's own code
   */
  public static JdkCodeRules telling(ModeQuestions jdk, JdkMonitors monitors) {
    Set<String> converted = new HashSet<>(JdkMonitors.convertible());
    converted.retainAll(monitors.converted());
    return new JdkCodeRules(
        jdk, converted, jdk.maySubclassesBeKept() ? DEPENDS_ON_OBJECT : Decision.VIRTUAL);
  }

  @Override
  public Decision of(OperandValue operand, String owner, String method, PrivateLocks privateLocks) {
    if (operand.kind() == Kind.THIS && converted.contains(owner)) {
      return ofConverted;
    }
    String name = operand.kind() == Kind.NEW ? operand.type().getInternalName() : operand.name();
    return switch (JdkSharedLocks.verdict(classes(), owner, method, operand.kind(), name)) {
      case REWRITE ->
          operand.initialized()
              ? DEPENDS_ON_OBJECT
              : super.of(operand, owner, method, privateLocks);
      case VIRTUAL -> Decision.VIRTUAL;
      default -> NATIVE;
    };
  }

  @Override
  public Decision ofThis(String internalName) {
    return converted.contains(internalName) ? ofConverted : NATIVE;
  }

  @Override
  public Decision ofMirror(String internalName) {
    return NATIVE;
  }

  /**
   * Whether objects of a class that locks {@code this} in blocks in other JDKs are native in this
   * one, since it has synchronized methods as well. JDK 24 has (JEP 491).
   */
  public boolean keepsThis(String internalName) {
    Optional<String> locking = classes().lockingAncestor(internalName);
    return JdkSharedLocks.isThisRewritten(internalName)
        && locking.isPresent()
        && locking.get().equals(internalName);
  }

  /** Following the data through all the others would be most of the work at start. */
  @Override
  public boolean mayRewrite(ClassNode owner, MethodNode method) {
    if (JdkSharedLocks.isThisRewritten(owner.name) || converted.contains(owner.name)) {
      return true;
    }
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FieldInsnNode field && JdkSharedLocks.isNameOfRewritten(field.name)
          || insn instanceof MethodInsnNode call && JdkSharedLocks.isNameOfRewritten(call.name)
          || insn instanceof TypeInsnNode made
              && made.getOpcode() == Opcodes.NEW
              && JdkSharedLocks.isNewRewritten(made.desc)) {
        return true;
      }
    }
    return JdkSharedLocks.isNameOfRewritten(method.name);
  }

  @Override
  public PrivateLocks privateLocks(ClassNode owner) {
    return PrivateLocks.NONE;
  }

  @Override
  public boolean isJdkCode() {
    return true;
  }
}
