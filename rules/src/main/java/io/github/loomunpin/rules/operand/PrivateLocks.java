// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.classfile.SerialForm;
import io.github.loomunpin.rules.flow.Flow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The fields of one class that hold nothing but a plain {@code new Object()} made here and used for
 * nothing but locking, such as {@code private final Object lock = new Object()}. The object cannot
 * reach code we do not rewrite, so it needs no check at run time.
 *
 * <p>A field counts if it is private, final and declared {@code Object}, if nothing but {@code new
 * Object()} is assigned to it, if every read of it goes straight to a monitor instruction or to
 * wait/notify, if the class does not have its name as a string, as reflection needs it, if no nest
 * mate could touch it, and if deserialization cannot replace it. Hidden classes may join any nest
 * later; the JVM lets them read the lock, but not assign to a final field of another class (JVMS
 * §6.5, putfield).
 */
public final class PrivateLocks {

  private static final String OBJECT = "java/lang/Object";

  /** The private locks of code that is not asked about. */
  public static final PrivateLocks NONE = new PrivateLocks(Set.of());

  private final Set<String> names;

  private PrivateLocks(Set<String> names) {
    this.names = names;
  }

  /**
   * @param index finds the supertypes that say whether deserialization may set a field
   */
  public static PrivateLocks of(ClassNode owner, ClassQuestions index) {
    Map<String, FieldNode> candidates = new HashMap<>();
    for (FieldNode field : owner.fields) {
      if (isCandidate(owner, field.access, field.desc)) {
        candidates.put(field.name, field);
      }
    }
    if (!candidates.isEmpty()) {
      owner.methods.forEach(method -> dismiss(owner, method, candidates));
    }
    // Last, since it may have to read class files.
    if (candidates.values().stream().anyMatch(PrivateLocks::isSerialised)
        && SerialForm.mayMatter(owner.access, owner.superName, owner.interfaces, index)) {
      candidates.values().removeIf(PrivateLocks::isSerialised);
    }
    return new PrivateLocks(candidates.keySet().stream().collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Whether a field may be a private lock, which only the code of all methods together tells.
   *
   * @param owner as far as its nest
   */
  public static boolean isCandidate(ClassNode owner, int access, String descriptor) {
    // Access methods of older compilers return the field, which the read check sees.
    boolean hasNest =
        owner.nestHostClass != null || owner.nestMembers != null && !owner.nestMembers.isEmpty();
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return !hasNest && (access & flags) == flags && descriptor.equals("Ljava/lang/Object;");
  }

  private static boolean isSerialised(FieldNode field) {
    return (field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) == 0;
  }

  public boolean contains(String fieldName) {
    return names.contains(fieldName);
  }

  private static void dismiss(
      ClassNode owner, MethodNode method, Map<String, FieldNode> candidates) {
    Handlers handlers = new Handlers(method);
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LdcInsnNode constant) {
        dismissNamed(constant.cst, candidates);
      } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
        for (Object argument : dynamic.bsmArgs) {
          dismissNamed(argument, candidates);
        }
      }
      // The name alone decides, because a subclass as owner means the same field.
      if (!(insn instanceof FieldInsnNode access) || !candidates.containsKey(access.name)) {
        continue;
      }
      boolean write = insn.getOpcode() == Opcodes.PUTFIELD || insn.getOpcode() == Opcodes.PUTSTATIC;
      if (write
          ? !writesNewObject(owner.name, method, access)
          : !isOnlyLocked(method, access, handlers)) {
        candidates.remove(access.name);
      }
    }
  }

  /**
   * Code that has the name of a field as a string means to reach it by reflection, an updater or a
   * handle.
   */
  private static void dismissNamed(Object constant, Map<String, FieldNode> candidates) {
    if (constant instanceof String name) {
      candidates.remove(name);
    } else if (constant instanceof Handle handle) {
      candidates.remove(handle.getName());
    } else if (constant instanceof ConstantDynamic dynamic) {
      candidates.remove(dynamic.getName());
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        dismissNamed(dynamic.getBootstrapMethodArgument(i), candidates);
      }
    }
  }

  /**
   * {@code new Object; dup; invokespecial Object.<init>; putfield}, and no other way to the last.
   */
  private static boolean writesNewObject(String owner, MethodNode method, FieldInsnNode write) {
    AbstractInsnNode init = previous(write);
    AbstractInsnNode dup = init == null ? null : previous(init);
    AbstractInsnNode made = dup == null ? null : previous(dup);
    return made != null
        && made.getOpcode() == Opcodes.NEW
        && dup.getOpcode() == Opcodes.DUP
        && init instanceof MethodInsnNode call
        && call.name.equals("<init>")
        && call.owner.equals(OBJECT)
        && !isJoined(owner, method, write);
  }

  /** Whether a jump may bring another value, as in {@code given != null ? given : new Object()}. */
  private static boolean isJoined(String owner, MethodNode method, FieldInsnNode write) {
    try {
      Frame<OperandValue> frame =
          OperandAnalyzer.frames(owner, method)[method.instructions.indexOf(write)];
      return frame != null && OperandAnalyzer.stackTop(frame, 0).kind() != OperandValue.Kind.NEW;
    } catch (AnalyzerException | RuntimeException e) {
      return true;
    }
  }

  private static boolean isOnlyLocked(MethodNode method, FieldInsnNode read, Handlers handlers) {
    AbstractInsnNode use = next(read);
    if (use != null && use.getOpcode() == Opcodes.DUP) {
      AbstractInsnNode store = next(use);
      if (store == null || store.getOpcode() != Opcodes.ASTORE) {
        return false;
      }
      AbstractInsnNode enter = next(store);
      return enter != null
          && enter.getOpcode() == Opcodes.MONITORENTER
          && isOnlyReleased(method, (VarInsnNode) store, handlers);
    }
    boolean timed = use != null && isPush(use);
    if (timed) {
      use = next(use);
    }
    return use instanceof MethodInsnNode call
        && MonitorCalls.isWaitOrNotify(call)
        && call.desc.equals(timed ? "(J)V" : "()V");
  }

  /** Every load of the slot while it holds the lock goes to a monitorexit. */
  private static boolean isOnlyReleased(MethodNode method, VarInsnNode store, Handlers handlers) {
    // javac and ecj give the lock a slot of its own, which may be reused for other locks only.
    for (AbstractInsnNode insn : method.instructions) {
      if (isOtherUse(insn, store.var)) {
        return !mayBeUsed(method, store, handlers.get());
      }
    }
    return true;
  }

  private static boolean isOtherUse(AbstractInsnNode insn, int slot) {
    if (insn.getOpcode() != Opcodes.ALOAD || ((VarInsnNode) insn).var != slot) {
      return false;
    }
    AbstractInsnNode use = next(insn);
    return use == null || use.getOpcode() != Opcodes.MONITOREXIT;
  }

  /** Whether a path leads from the store to another use without another store of the slot. */
  private static boolean mayBeUsed(
      MethodNode method, VarInsnNode store, List<List<TryCatchBlockNode>> handlers) {
    BitSet seen = new BitSet();
    Deque<Integer> work = new ArrayDeque<>();
    work.add(method.instructions.indexOf(store));
    while (!work.isEmpty()) {
      int index = work.remove();
      AbstractInsnNode insn = method.instructions.get(index);
      if (isOtherUse(insn, store.var)) {
        return true;
      }
      List<Integer> next = new ArrayList<>();
      for (TryCatchBlockNode row : handlers.get(index)) {
        next.add(method.instructions.indexOf(row.handler));
      }
      if (insn == store || !isStoreOf(insn, store.var)) {
        next.addAll(Flow.successors(method, index));
      }
      for (int at : next) {
        if (at < method.instructions.size() && !seen.get(at)) {
          seen.set(at);
          work.add(at);
        }
      }
    }
    return false;
  }

  /** The handlers of a method's instructions, looked for once and only if they are needed. */
  private static final class Handlers {

    private final MethodNode method;
    private List<List<TryCatchBlockNode>> known = List.of();

    Handlers(MethodNode method) {
      this.method = method;
    }

    List<List<TryCatchBlockNode>> get() {
      if (known.isEmpty()) {
        known = Flow.handlers(method);
      }
      return known;
    }
  }

  private static boolean isStoreOf(AbstractInsnNode insn, int slot) {
    return insn instanceof VarInsnNode access
        && access.var == slot
        && access.getOpcode() >= Opcodes.ISTORE
        && access.getOpcode() <= Opcodes.ASTORE;
  }

  private static boolean isPush(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DLOAD || opcode == Opcodes.GETSTATIC;
  }

  private static AbstractInsnNode previous(AbstractInsnNode insn) {
    AbstractInsnNode at = insn.getPrevious();
    while (at != null && at.getOpcode() < 0) {
      at = at.getPrevious();
    }
    return at;
  }

  private static AbstractInsnNode next(AbstractInsnNode insn) {
    AbstractInsnNode at = insn.getNext();
    while (at != null && at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }
}
