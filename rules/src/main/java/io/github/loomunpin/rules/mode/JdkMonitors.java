// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.classfile.SynchronizedFlag;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which classes of the running JDK lock their own instances natively: they have a synchronized
 * instance method, or monitorenter, wait or notify on {@code this} that is not rewritten ({@link
 * JdkSharedLocks}). That is read from their class files, because these classes are hundreds and
 * differ between JDKs.
 */
public final class JdkMonitors {

  private static final RuleLines LOCKED_BY_OTHERS = RuleLines.load("jdk-locked-by-others.txt");
  private static final RuleLines VIRTUAL = RuleLines.load("jdk-virtual.txt");
  private static final RuleLines LOADED_AT_START = RuleLines.load("jdk-converted.txt");
  private static final RuleLines INTERNAL = RuleLines.load("jdk-converted-internal.txt");
  private static final RuleLines LOCKING = RuleLines.load("jdk-virtual-locking.txt");
  private static final Set<String> CONVERTIBLE = new HashSet<>();
  private static final Set<String> LOCKED = new HashSet<>();

  static {
    CONVERTIBLE.addAll(LOADED_AT_START.names());
    CONVERTIBLE.addAll(INTERNAL.names());
    LOCKED.addAll(CONVERTIBLE);
    LOCKED.addAll(LOCKING.names());
  }

  private final Supertypes supertypes;
  private final ClassSource jdk;
  private final KnownCode before;
  private final Set<String> converted;
  private final boolean isCertain;
  private final ConcurrentMap<String, Boolean> known = new ConcurrentHashMap<>();

  /** Where every class is converted that can be. */
  public JdkMonitors(ClassIndex index, ClassSource jdk) {
    this(index, jdk, JdkGroup.all());
  }

  /** Where every class of these groups is converted that can be. */
  public JdkMonitors(ClassIndex index, ClassSource jdk, Set<JdkGroup> groups) {
    this(index, jdk, KnownCode.NONE, lockedByJdk(groups), false);
  }

  /**
   * With what was found out about the code of such classes before.
   *
   * @param converted internal names of those of {@link #lockedByJdk} that are virtual; read
   *     whenever it matters
   */
  public JdkMonitors(ClassIndex index, ClassSource jdk, KnownCode before, Set<String> converted) {
    this(index, jdk, before, converted, true);
  }

  private JdkMonitors(
      ClassIndex index,
      ClassSource jdk,
      KnownCode before,
      Set<String> converted,
      boolean isCertain) {
    this.isCertain = isCertain;
    this.converted = converted;
    this.supertypes = Supertypes.ofJdk(index);
    this.jdk = jdk;
    this.before = before;
  }

  /**
   * Internal names of the JDK's classes whose code locks their objects, and that are virtual if
   * that code can be rewritten and no other was loaded before.
   */
  public static Set<String> lockedByJdk() {
    return LOCKED;
  }

  /** Those of them that are in these groups. */
  public static Set<String> lockedByJdk(Set<JdkGroup> groups) {
    Set<String> names = new HashSet<>();
    for (String name : LOCKED) {
      if (groups.contains(JdkGroup.of(name))) {
        names.add(name);
      }
    }
    return names;
  }

  /** Those of them that are retransformed, since the JDK locks them in blocks alone. */
  public static Set<String> lockedInBlocks() {
    return LOCKING.names();
  }

  /** Whether objects of exactly this JDK class may be virtual. */
  public boolean isVirtual(String internalName) {
    return VIRTUAL.contains(internalName)
        || converted.contains(internalName)
            // In JDK 24 and newer some of them have synchronized methods again (JEP 491).
            && (isCertain
                || CONVERTIBLE.contains(internalName)
                || lockingAncestor(internalName).isEmpty());
  }

  /** Internal names of those of {@link #lockedByJdk} that are virtual. */
  public Set<String> converted() {
    return converted;
  }

  /**
   * Internal names of the JDK's classes that can be converted as a whole, synchronized methods
   * included, as long as they are not loaded.
   */
  public static Set<String> convertible() {
    return CONVERTIBLE;
  }

  /** Those of them that the agent has to load, superclasses before their subclasses. */
  public static Set<String> convertedAtStart() {
    return LOADED_AT_START.names();
  }

  /** The others of them, which no application can name. */
  public static Set<String> convertedWhenLoaded() {
    return INTERNAL.names();
  }

  /** The JDK class at or above {@code internalName} whose code locks such objects, if any. */
  public Optional<String> lockingAncestor(String internalName) {
    Supertypes.End end =
        supertypes.firstSuperclass(
            internalName,
            new Predicate<>() {
              @Override
              public boolean test(String name) {
                return name.equals("java/lang/Object") || locksItself(name);
              }
            });
    // A JDK class whose superclass cannot be read is taken to be locked: native is always safe.
    return end.at().equals("java/lang/Object") ? Optional.empty() : Optional.of(end.at());
  }

  private boolean locksItself(String internalName) {
    if (converted.contains(internalName) && CONVERTIBLE.contains(internalName)) {
      return false;
    }
    Boolean answer = known.get(internalName);
    if (answer == null) {
      // A JDK class whose bytes cannot be read is taken to lock itself: native is always safe.
      answer = LOCKED_BY_OTHERS.contains(internalName) || codeOfLocksThis(internalName);
      known.put(internalName, answer);
    }
    return answer;
  }

  private boolean codeOfLocksThis(String internalName) {
    Optional<byte[]> classFile = jdk.bytes(internalName);
    if (classFile.isEmpty()) {
      return true;
    }
    Optional<Boolean> answer = before.locksThis(internalName, classFile.get());
    if (answer.isPresent()) {
      return answer.get();
    }
    boolean locks = JdkClassCode.locksThis(classFile.get());
    before.add(internalName, classFile.get(), locks);
    return locks;
  }

  /** The names in the rule file of JDK classes that may be virtual; for tests. */
  static Set<String> virtualNames() {
    return VIRTUAL.names();
  }

  /**
   * Whether the code of a class locks the instances of that class natively. It is a class of its
   * own because {@link JdkMonitors} may know that already, and verifying this one loads much of
   * ASM.
   */
  static final class JdkClassCode {

    private JdkClassCode() {}

    static boolean locksThis(byte[] classFile) {
      ClassNode node = new ClassNode();
      try {
        new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      } catch (RuntimeException e) {
        return true;
      }
      for (MethodNode method : node.methods) {
        if (locksThis(node.name, method)) {
          return true;
        }
      }
      return false;
    }

    private static boolean locksThis(String owner, MethodNode method) {
      if ((method.access & Opcodes.ACC_STATIC) == 0
          && SynchronizedFlag.locks(method.access, method.name)) {
        return true;
      }
      if (JdkSharedLocks.isThisRewritten(owner)) {
        return false;
      }
      Frame<OperandValue>[] frames = null;
      for (int i = 0; i < method.instructions.size(); i++) {
        AbstractInsnNode insn = method.instructions.get(i);
        int depth;
        if (insn.getOpcode() == Opcodes.MONITORENTER) {
          depth = 0;
        } else if (insn instanceof MethodInsnNode call && MonitorCalls.isWaitOrNotify(call)) {
          depth = MonitorCalls.of(call).orElseThrow().above();
        } else {
          continue;
        }
        try {
          frames = frames == null ? OperandAnalyzer.frames(owner, method) : frames;
        } catch (AnalyzerException | RuntimeException e) {
          return true;
        }
        if (frames[i] != null && OperandAnalyzer.stackTop(frames[i], depth).kind() == Kind.THIS) {
          return true;
        }
      }
      return false;
    }
  }

  /** What was found out before about classes of the JDK that lock their own instances. */
  public interface KnownCode {

    /** Nothing, and it stays that way. */
    KnownCode NONE =
        new KnownCode() {
          @Override
          public Optional<Boolean> locksThis(String internalName, byte[] classFile) {
            return Optional.empty();
          }

          @Override
          public void add(String internalName, byte[] classFile, boolean locksThis) {}
        };

    /** Whether the code in exactly this class file locks its instances; empty if not known. */
    Optional<Boolean> locksThis(String internalName, byte[] classFile);

    /** Takes note of what was found out. */
    void add(String internalName, byte[] classFile, boolean locksThis);
  }
}
