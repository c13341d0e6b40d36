// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import io.github.loomunpin.rules.flow.Flow;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Follows one new thread through the method that makes it. */
final class ThreadFlow {

  private static final String NOT_FOLLOWED = "a thread that is used in a way that is not followed";

  private final ThreadSites sites;
  private final ThreadRule rule;
  private final MethodNode method;
  private final Frame<OperandValue>[] frames;
  private final AbstractInsnNode made;

  /** The instructions that run while nobody else knows the thread, and after that. */
  private final BitSet before = new BitSet();

  private final BitSet after = new BitSet();

  /** The first instructions by which others come to know it. */
  private final List<AbstractInsnNode> handingOn = new ArrayList<>();

  ThreadFlow(
      ThreadSites sites,
      ThreadRule rule,
      MethodNode method,
      Frame<OperandValue>[] frames,
      AbstractInsnNode made) {
    this.sites = sites;
    this.rule = rule;
    this.method = method;
    this.frames = frames;
    this.made = made;
  }

  ThreadSite site() {
    int start = index(made);
    if (frames[start] == null) {
      return ThreadSite.staying(made, "in code that never runs");
    }
    follow(start, before, true);
    for (AbstractInsnNode insn : handingOn) {
      follow(index(insn), after, false);
    }
    Optional<String> stays = stays();
    if (stays.isPresent()) {
      return ThreadSite.staying(made, stays.get());
    }
    Optional<MethodInsnNode> constructor = constructor();
    if (constructor.isEmpty() || handingOn.isEmpty()) {
      return ThreadSite.staying(made, NOT_FOLLOWED);
    }
    for (Type argument : Type.getArgumentTypes(constructor.get().desc)) {
      if (argument.getSort() == Type.LONG) {
        return ThreadSite.staying(made, "a thread that asks for a stack of a size");
      }
    }
    boolean named = constructor.get().desc.contains("Ljava/lang/String;") || isUsed("setName");
    Optional<List<ThreadSite.Ready>> ready = ready(constructor.get());
    return ready.isPresent()
        ? ThreadSite.ready(made, named, ready.get())
        : ThreadSite.staying(made, NOT_FOLLOWED);
  }

  private int index(AbstractInsnNode insn) {
    return method.instructions.indexOf(insn);
  }

  /** Marks what may run next, up to where the thread is handed on or another one is made. */
  private void follow(int start, BitSet marked, boolean untilHandedOn) {
    Deque<Integer> left = new ArrayDeque<>(next(start));
    while (!left.isEmpty()) {
      int at = left.remove();
      AbstractInsnNode insn = method.instructions.get(at);
      if (marked.get(at) || insn == made || frames[at] == null) {
        continue;
      }
      marked.set(at);
      if (untilHandedOn && useAt(at).what() == ThreadUse.What.HANDS_ON) {
        handingOn.add(insn);
      } else {
        left.addAll(next(at));
      }
    }
  }

  private List<Integer> next(int at) {
    List<Integer> next = new ArrayList<>(Flow.successors(method, at));
    if (Flow.mayReachHandlers(method.instructions.get(at))) {
      next.addAll(Flow.handlers(method, at));
    }
    return next;
  }

  private Optional<String> stays() {
    for (AbstractInsnNode insn : handingOn) {
      if (after.get(index(insn))) {
        return Optional.of(NOT_FOLLOWED);
      }
      if (insn instanceof FieldInsnNode && sites.setsUpLater()) {
        return Optional.of("a thread that is kept in a field, by code that sets threads up later");
      }
    }
    for (int i = 0; i < frames.length; i++) {
      boolean early = before.get(i);
      boolean late = after.get(i);
      if (early || late || i == index(made)) {
        if (isMergedAfter(i)) {
          return Optional.of(NOT_FOLLOWED);
        }
        ThreadUse use = useAt(i);
        if (use.what() == ThreadUse.What.NEVER
            || early && use.what() == ThreadUse.What.AFTER
            || late && use.what() == ThreadUse.What.BEFORE) {
          return Optional.of("a thread that " + use.how());
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the thread may become a value of which it is not known any more where it is from. */
  private boolean isMergedAfter(int at) {
    Frame<OperandValue> frame = frames[at];
    for (int next : next(at)) {
      Frame<OperandValue> then = frames[next];
      for (int i = 0; then != null && i < Math.min(frame.getLocals(), then.getLocals()); i++) {
        if (isThread(frame.getLocal(i)) && isMerged(then.getLocal(i)) && isRead(i, next)) {
          return true;
        }
      }
      int depth = then == null ? 0 : Math.min(frame.getStackSize(), then.getStackSize());
      for (int i = 0; i < depth; i++) {
        if (isThread(frame.getStack(i)) && isMerged(then.getStack(i))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a variable is read before it is set again; compilers use one for many things. */
  private boolean isRead(int local, int start) {
    BitSet seen = new BitSet();
    Deque<Integer> left = new ArrayDeque<>(List.of(start));
    while (!left.isEmpty()) {
      int at = left.remove();
      if (frames[at] == null || seen.get(at)) {
        continue;
      }
      seen.set(at);
      AbstractInsnNode insn = method.instructions.get(at);
      if (insn instanceof VarInsnNode variable && variable.var == local) {
        if (insn.getOpcode() == Opcodes.ALOAD) {
          return true;
        }
        if (insn.getOpcode() == Opcodes.ASTORE) {
          continue;
        }
      }
      left.addAll(next(at));
    }
    return false;
  }

  private static boolean isMerged(OperandValue value) {
    return value.kind() == OperandValue.Kind.UNKNOWN;
  }

  private boolean isThread(OperandValue value) {
    return value.kind() == OperandValue.Kind.NEW && value.source() == made;
  }

  /** What the instruction does with the thread. */
  private ThreadUse useAt(int at) {
    AbstractInsnNode insn = method.instructions.get(at);
    Frame<OperandValue> frame = frames[at];
    ThreadUse worst = new ThreadUse(ThreadUse.What.ANY_TIME, "");
    int taken = insn.getOpcode() < 0 ? 0 : Math.min(ThreadUse.taken(insn), frame.getStackSize());
    for (int depth = 0; depth < taken; depth++) {
      if (isThread(frame.getStack(frame.getStackSize() - 1 - depth))) {
        ThreadUse use = ThreadUse.of(insn, depth, rule);
        if (use.what().compareTo(worst.what()) > 0 || worst.how().isEmpty()) {
          worst = use;
        }
      }
    }
    return worst;
  }

  /** The call of the thread's constructor, if there is just one. */
  private Optional<MethodInsnNode> constructor() {
    Optional<MethodInsnNode> found = Optional.empty();
    for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
      if (method.instructions.get(i) instanceof MethodInsnNode call
          && call.name.equals("<init>")
          && isThread(receiver(i, call))) {
        if (found.isPresent()) {
          return Optional.empty();
        }
        found = Optional.of(call);
      }
    }
    return found;
  }

  private OperandValue receiver(int at, MethodInsnNode call) {
    int depth = Type.getArgumentCount(call.desc);
    return frames[at].getStack(frames[at].getStackSize() - 1 - depth);
  }

  private boolean isUsed(String name) {
    for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
      if (useAt(i).how().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSetUp() {
    for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
      if (useAt(i).setsUp()) {
        return true;
      }
    }
    return false;
  }

  private Optional<List<ThreadSite.Ready>> ready(MethodInsnNode constructor) {
    boolean isSubclass = !((TypeInsnNode) made).desc.equals("java/lang/Thread");
    int then = index(constructor) + 1;
    if (!isSubclass && !isSetUp() && copies(then) == 1 && locals(then).isEmpty()) {
      return Optional.of(List.of(new ThreadSite.Ready(constructor, true, List.of())));
    }
    List<ThreadSite.Ready> ready = new ArrayList<>();
    for (AbstractInsnNode insn : handingOn) {
      int at = index(insn);
      boolean isReturn = insn.getOpcode() == Opcodes.ARETURN;
      Frame<OperandValue> frame = frames[at];
      if (copies(at) != 1
          || !isThread(frame.getStack(frame.getStackSize() - 1))
          || isSubclass && !isReturn
          || !ThreadUse.takesAnyThread(insn, method.desc)) {
        return Optional.empty();
      }
      ready.add(new ThreadSite.Ready(insn, false, isReturn ? List.of() : locals(at)));
    }
    return Optional.of(ready);
  }

  /** How many copies of the thread are on the operand stack. */
  private int copies(int at) {
    int copies = 0;
    for (int i = 0; i < frames[at].getStackSize(); i++) {
      copies += isThread(frames[at].getStack(i)) ? 1 : 0;
    }
    return copies;
  }

  private List<Integer> locals(int at) {
    List<Integer> locals = new ArrayList<>();
    for (int i = 0; i < frames[at].getLocals(); i++) {
      if (isThread(frames[at].getLocal(i))) {
        locals.add(i);
      }
    }
    return locals;
  }
}
