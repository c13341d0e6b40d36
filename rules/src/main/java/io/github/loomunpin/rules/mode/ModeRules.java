// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.Answer;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.PrivateLocks;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Decides from bytecode how an object is locked. The agent's {@code RuntimeModes} applies the same
 * rules to loaded classes: two answers for one object would let two threads in at once. The mode is
 * a function of the object's exact class, and of the {@code Class} itself for mirrors:
 *
 * <ol>
 *   <li>a class of an application loader is native iff its chain of superclasses contains a JDK
 *       class whose code locks such objects, or a class that is kept native;
 *   <li>a class of the boot or platform loader is native unless it is listed in {@code
 *       jdk-virtual.txt}, or is one of those that {@link JdkMonitors#converted} has. Some get there
 *       only when they are loaded; until then bytecode leaves their objects to the run time;
 *   <li>a {@code Class} object is native iff its loader is boot or platform, or it is kept native;
 *   <li>a plain {@code Object} is virtual, unless the code of a class makes it that is kept native;
 *       an array is virtual. Where the JDK's code locks what the application can get hold of, it is
 *       rewritten as well: {@link JdkSharedLocks}. What is declared as {@code Object} can be of any
 *       class, except for {@link PrivateLocks}.
 * </ol>
 *
 * <p>Bytecode names classes; where a loader may prefer its own class to the JDK's of that name,
 * only the loaded class tells which of the first two rules holds. For mirrors the name decides.
 */
public class ModeRules {

  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private final ModeQuestions classes;
  private final Supertypes supertypes;

  /** The rules by these answers, and by nothing else. */
  public ModeRules(ModeQuestions classes) {
    this.classes = classes;
    this.supertypes = new Supertypes(classes);
  }

  /** Whom the rules ask about other classes. */
  public final ModeQuestions classes() {
    return classes;
  }

  /**
   * The mode of a value, wherever it is locked.
   *
   * @param owner the class in whose code it is
   * @param method the name of its method
   */
  public Decision of(OperandValue operand, String owner, String method, PrivateLocks privateLocks) {
    return switch (operand.kind()) {
      case CLASS_LITERAL -> ofMirror(operand.name());
      case NULL -> Decision.VIRTUAL;
      case NEW -> operand.initialized() ? ofNew(operand.type(), owner) : UNINITIALIZED;
      case THIS -> operand.initialized() ? ofStaticType(operand.type()) : UNINITIALIZED;
      case FIELD, STATIC_FIELD ->
          isPrivateLock(operand, owner, privateLocks)
              ? ofNew(OBJECT, owner)
              : ofStaticType(operand.type());
      default -> ofStaticType(operand.type());
    };
  }

  /** Whether the plain objects that a class makes are native as its own objects are. */
  boolean keepsPlainObjects(String owner) {
    return classes.isKeptNative(owner);
  }

  /** Whether the code is the JDK's own, of which nothing but shared locks is rewritten. */
  public boolean isJdkCode() {
    return false;
  }

  /**
   * Whether a method may have a site that is rewritten, as far as can be told without following the
   * data through it.
   */
  public boolean mayRewrite(ClassNode owner, MethodNode method) {
    return true;
  }

  /** The private locks of a class, for its code. */
  public PrivateLocks privateLocks(ClassNode owner) {
    return PrivateLocks.of(owner, classes);
  }

  /**
   * Whether a call of a class's code may be one of {@code Thread.holdsLock} by the name of a class
   * whose superclasses are not all known. It may be another method of that name, whose result may
   * not be changed: only the JVM can tell, when it resolves it.
   */
  public boolean mayNameThread(MethodInsnNode call, ClassNode owner) {
    return MonitorCalls.isOfThread(call, owner, classes) == Answer.UNKNOWN;
  }

  /** Like {@link #mayNameThread(MethodInsnNode, ClassNode)}, for a handle. */
  public boolean mayNameThread(Handle handle, ClassNode owner) {
    return MonitorCalls.isOfThread(handle, owner, classes) == Answer.UNKNOWN;
  }

  /** The row of the table that a method handle in a class's code calls, if that is a site. */
  public Optional<JdkLockMember> memberOf(Handle handle, ClassNode owner) {
    return MonitorCalls.of(handle, owner, classes);
  }

  /**
   * Finds out what the calls of a class mean: names {@code Thread} where it calls holdsLock by the
   * name of a subclass, and takes note of private methods that look like those of {@code Object}.
   */
  public void resolveCalls(ClassNode owner) {
    MonitorCalls.markOwn(owner);
    for (MethodNode method : owner.methods) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof MethodInsnNode call) {
          MonitorCalls.nameThread(call, owner, classes);
        }
      }
    }
  }

  private static final Decision UNINITIALIZED =
      Decision.nativeBecause("the object is locked before its constructor has run");

  private static boolean isPrivateLock(
      OperandValue operand, String owner, PrivateLocks privateLocks) {
    int dot = operand.name().lastIndexOf('.');
    return operand.name().substring(0, dot).equals(owner)
        && privateLocks.contains(operand.name().substring(dot + 1));
  }

  /** The mode of {@code this} in the instance methods of a class. */
  public Decision ofThis(String internalName) {
    return ofStaticType(Type.getObjectType(internalName));
  }

  /** The mode of the {@code Class} object of an internal name or array descriptor. */
  public Decision ofMirror(String internalName) {
    String element = internalName;
    if (internalName.startsWith("[")) {
      Type type = Type.getType(internalName).getElementType();
      element = type.getSort() == Type.OBJECT ? type.getInternalName() : "java/lang/Object";
    }
    if (classes.isAddedToJdk(element)) {
      return shadowed(element);
    }
    if (classes.isJdk(element)) {
      return Decision.nativeBecause("the JDK may lock its own class " + javaName(internalName));
    }
    if (classes.isKeptNative(element)) {
      return Decision.nativeBecause(javaName(element) + " is kept native");
    }
    // This may still be no application class, because agents may add classes to the boot loader at
    // any time.
    return classes.find(element).isPresent()
        ? Decision.VIRTUAL
        : Decision.atRunTime(javaName(element) + " was not found");
  }

  /** The mode of an object that the code of a class makes. */
  private Decision ofNew(Type type, String owner) {
    if (type.getSort() == Type.ARRAY) {
      return Decision.VIRTUAL;
    }
    if (!type.equals(OBJECT)) {
      return ofExactClass(type.getInternalName());
    }
    return keepsPlainObjects(owner)
        ? Decision.nativeBecause(
            "code of " + javaName(owner) + ", which is kept native, makes the plain object")
        : Decision.VIRTUAL;
  }

  private static final Decision ANY_OBJECT =
      Decision.atRunTime("an object of any class is an Object");

  /**
   * The mode of an object whose exact class is known, but not the code that made it, nor which
   * class it is of if it is a {@code Class}.
   */
  public Decision ofObject(String internalName) {
    Type type = Type.getObjectType(internalName);
    if (type.equals(OBJECT)) {
      return classes.maySubclassesBeKept() ? ANY_OBJECT : Decision.VIRTUAL;
    }
    return type.getSort() == Type.ARRAY || internalName.equals("java/lang/Class")
        ? ofStaticType(type)
        : ofExactClass(internalName);
  }

  /** The mode of objects whose class is exactly this one, other than arrays and plain Objects. */
  public Decision ofExactClass(String internalName) {
    if (classes.isJdk(internalName)) {
      if (classes.mayBeShadowed(internalName)) {
        return shadowed(internalName);
      }
      if (classes.isVirtualInJdk(internalName)) {
        return Decision.VIRTUAL;
      }
      return locked(
          internalName,
          Decision.nativeBecause("the JDK may lock its own " + javaName(internalName)));
    }
    Supertypes.End end = supertypes.firstSuperclass(internalName, this::settles);
    String at = end.at();
    if (end.answer() != Answer.YES) {
      // The loaded class will have a superclass, from which the runtime decides by the same rules.
      return Decision.atRunTime(
          classes.find(at).isEmpty()
              ? "the superclass " + javaName(at) + " was not found"
              : javaName(at) + " is its own superclass");
    }
    if (!classes.isJdk(at)) {
      return Decision.nativeBecause(javaName(at) + " is kept native");
    }
    if (classes.mayBeShadowed(at)) {
      return shadowed(at);
    }
    Optional<String> locking = classes.lockingAncestor(at);
    return locking.isPresent()
        ? locked(
            locking.get(),
            Decision.nativeBecause(
                javaName(internalName)
                    + " extends "
                    + javaName(locking.get())
                    + ", which the JDK locks"))
        : Decision.VIRTUAL;
  }

  /**
   * How objects are locked that the code of a JDK class locks: natively, unless the agent converts
   * that class when it is loaded, which may be later.
   */
  private static Decision locked(String byJdkClass, Decision natively) {
    return JdkMonitors.convertedWhenLoaded().contains(byJdkClass)
        ? Decision.atRunTime(javaName(byJdkClass) + " may be converted when it is loaded")
        : natively;
  }

  /** Whether a class decides the mode of those below it, so that nothing above it matters. */
  private boolean settles(String internalName) {
    return classes.isJdk(internalName) || classes.isKeptNative(internalName);
  }

  private static Decision shadowed(String internalName) {
    return Decision.atRunTime("the loader may prefer a " + javaName(internalName) + " of its own");
  }

  private Decision ofStaticType(Type type) {
    if (type.getSort() == Type.ARRAY) {
      return Decision.VIRTUAL;
    }
    String name = type.getInternalName();
    if (name.equals("java/lang/Object")) {
      return ANY_OBJECT;
    }
    if (name.equals("java/lang/Class")) {
      return Decision.atRunTime("depends on which Class it is");
    }
    Optional<ClassFacts> facts = classes.find(name);
    if (facts.isEmpty()) {
      return Decision.atRunTime(javaName(name) + " was not found");
    }
    if (facts.get().isInterface()) {
      return Decision.atRunTime("any class may implement " + javaName(name));
    }
    return facts.get().jdk() ? ofJdkType(facts.get()) : ofApplicationType(facts.get());
  }

  private Decision ofJdkType(ClassFacts facts) {
    if (classes.mayBeShadowed(facts.name())) {
      return shadowed(facts.name());
    }
    Optional<String> locking = classes.lockingAncestor(facts.name());
    if (locking.isPresent()) {
      return locked(
          locking.get(), Decision.nativeBecause("the JDK locks " + javaName(locking.get())));
    }
    return facts.isFinal()
        ? ofExactClass(facts.name())
        : Decision.atRunTime("depends on the subclass of " + javaName(facts.name()));
  }

  private Decision ofApplicationType(ClassFacts facts) {
    Decision exact = ofExactClass(facts.name());
    if (exact.mode() == Mode.VIRTUAL && classes.maySubclassesBeKept() && !facts.isFinal()) {
      return Decision.atRunTime("a subclass of " + javaName(facts.name()) + " may be kept native");
    }
    return exact;
  }

  private static String javaName(String internalName) {
    return internalName.startsWith("[")
        ? Type.getType(internalName).getClassName()
        : internalName.replace('/', '.');
  }
}
