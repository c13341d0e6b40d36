// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The operand stack in a single pass over the code, without a fixed point: at a label it is what
 * the jumps seen so far left there, and empty if there were none. Compilers leave something on the
 * stack across forward jumps only. Where code differs, less is known, never something wrong enough
 * to matter: a value only narrows the targets of a call. What jumps left is kept in the labels
 * themselves ({@link Label#info}), since most labels only begin a line.
 */
final class OperandStack {

  private static final AbstractValue[] EMPTY = {};

  /** Sentinel for a caught exception; equals UNKNOWN except for {@link #isCaught}. */
  private static final AbstractValue[] CAUGHT = {
    new AbstractValue(AbstractValue.Kind.UNKNOWN, "", -1, null)
  };

  private final BinaryOperator<AbstractValue> either;
  private AbstractValue[] slots = new AbstractValue[16];
  private int size;
  private boolean reachable = true;

  /**
   * @param either makes one value of two known ones
   */
  OperandStack(BinaryOperator<AbstractValue> either) {
    this.either = either;
  }

  void push(AbstractValue value) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
    }
    slots[size++] = value;
  }

  void push(int count) {
    for (int i = 0; i < count; i++) {
      push(AbstractValue.UNKNOWN);
    }
  }

  AbstractValue pop() {
    return size == 0 ? AbstractValue.UNKNOWN : known(slots[--size]);
  }

  /** Whether what is on top is an exception that was just caught. */
  boolean isCaught() {
    return size > 0 && slots[size - 1] == CAUGHT[0];
  }

  private static AbstractValue known(AbstractValue value) {
    return value == CAUGHT[0] ? AbstractValue.UNKNOWN : value;
  }

  void pop(int count) {
    size = Math.max(0, size - count);
  }

  /** The value that many slots below the top. */
  AbstractValue peek(int below) {
    int index = size - 1 - below;
    return index < 0 ? AbstractValue.UNKNOWN : known(slots[index]);
  }

  /** Copies the topmost {@code count} slots beneath those {@code count + under} slots. */
  void dup(int count, int under) {
    int moved = count + under;
    AbstractValue[] top = new AbstractValue[moved];
    for (int i = moved - 1; i >= 0; i--) {
      top[i] = pop();
    }
    for (int i = under; i < moved; i++) {
      push(top[i]);
    }
    for (AbstractValue value : top) {
      push(value);
    }
  }

  void swap() {
    AbstractValue top = pop();
    AbstractValue next = pop();
    push(top);
    push(next);
  }

  void jumpTo(Label label) {
    AbstractValue[] jumped = size == 0 ? EMPTY : Arrays.copyOf(slots, size);
    label.info = label.info == null ? jumped : merged((AbstractValue[]) label.info, jumped);
  }

  void handlerAt(Label label) {
    label.info = CAUGHT;
  }

  /** Says that control does not go on to the next instruction. */
  void end() {
    reachable = false;
    size = 0;
  }

  void label(Label label) {
    AbstractValue[] jumped = (AbstractValue[]) label.info;
    if (!reachable) {
      set(jumped == null ? EMPTY : jumped);
      reachable = true;
    } else if (jumped != null && size > 0) {
      set(merged(Arrays.copyOf(slots, size), jumped));
    }
  }

  private void set(AbstractValue[] values) {
    size = 0;
    for (AbstractValue value : values) {
      push(value);
    }
  }

  /** The slots that both agree on, as many as the first has. */
  private AbstractValue[] merged(AbstractValue[] one, AbstractValue[] other) {
    if (Arrays.equals(one, other)) {
      return one;
    }
    AbstractValue[] both = one.clone();
    for (int i = 0; i < both.length; i++) {
      AbstractValue there = i < other.length ? other[i] : AbstractValue.UNKNOWN;
      if (!both[i].equals(there)) {
        both[i] = either.apply(known(both[i]), known(there));
      }
    }
    return both;
  }

  /** Follows the abstract values on the operand stack, instruction by instruction. */
  abstract static class StackVisitor extends MethodVisitor {

    final OperandStack stack;
    final LocalValues locals;

    StackVisitor(LocalValues locals) {
      super(Opcodes.ASM9);
      this.locals = locals;
      this.stack = new OperandStack(locals::either);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String caught) {
      stack.handlerAt(handler);
    }

    @Override
    public void visitLabel(Label label) {
      stack.label(label);
    }

    @Override
    public void visitInsn(int opcode) {
      switch (opcode) {
        case Opcodes.ACONST_NULL -> stack.push(AbstractValue.NULL);
        case Opcodes.ICONST_0 -> stack.push(AbstractValue.FALSE);
        case Opcodes.ICONST_1 -> stack.push(AbstractValue.TRUE);
        default -> StackEffects.apply(opcode, stack);
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        stack.pop();
      }
      stack.push(1);
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
      switch (opcode) {
        case Opcodes.ILOAD -> stack.push(locals.flag(slot));
        case Opcodes.FLOAD -> stack.push(1);
        case Opcodes.LLOAD, Opcodes.DLOAD -> stack.push(2);
        case Opcodes.ALOAD -> stack.push(AbstractValue.local(slot));
        case Opcodes.ISTORE -> {
          stack.pop();
          locals.storeNumber(slot);
        }
        case Opcodes.FSTORE -> stack.pop();
        case Opcodes.LSTORE, Opcodes.DSTORE -> stack.pop(2);
        case Opcodes.ASTORE -> {
          if (stack.isCaught()) {
            stack.pop();
            locals.storeCaught(slot);
          } else {
            locals.store(slot, stack.pop());
          }
        }
        default -> {}
      }
    }

    @Override
    public void visitIincInsn(int slot, int increment) {
      locals.storeNumber(slot);
    }

    @Override
    public void visitTypeInsn(int opcode, String name) {
      switch (opcode) {
        case Opcodes.NEW -> stack.push(AbstractValue.ofNew(name));
        case Opcodes.ANEWARRAY, Opcodes.INSTANCEOF -> {
          stack.pop();
          stack.push(1);
        }
        default -> {}
      }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      switch (opcode) {
        case Opcodes.GOTO -> {
          stack.jumpTo(label);
          stack.end();
        }
        case Opcodes.JSR -> {
          stack.push(1);
          stack.jumpTo(label);
          stack.pop();
        }
        default -> {
          boolean isBinary = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
          stack.pop(isBinary ? 2 : 1);
          stack.jumpTo(label);
        }
      }
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
      branch(dflt, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
      branch(dflt, labels);
    }

    private void branch(Label dflt, Label[] labels) {
      stack.pop();
      stack.jumpTo(dflt);
      for (Label label : labels) {
        stack.jumpTo(label);
      }
      stack.end();
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      stack.pop(dimensions);
      stack.push(1);
    }

    @Override
    public void visitLdcInsn(Object value) {
      boolean isWide =
          value instanceof Long
              || value instanceof Double
              || value instanceof ConstantDynamic constant && constant.getSize() == 2;
      stack.push(isWide ? 2 : 1);
    }

    /** The arguments of the call that is about to be made that may decide what it does. */
    final List<KnownArgument> knownArguments(CallShape shape) {
      List<KnownArgument> knownArguments = List.of();
      int below = 0;
      for (int i = shape.parameters() - 1; i >= 0; i--) {
        AbstractValue value = stack.peek(shape.isWide(i) ? below + 1 : below);
        below += shape.isWide(i) ? 2 : 1;
        if (value != AbstractValue.UNKNOWN && mayDecide(value, shape, i)) {
          if (knownArguments.isEmpty()) {
            knownArguments = new ArrayList<>(shape.parameters());
          }
          knownArguments.add(new KnownArgument(i + 1, value));
        }
      }
      return knownArguments;
    }

    private static boolean mayDecide(AbstractValue value, CallShape shape, int parameter) {
      return switch (value.kind()) {
        case CONSTANT, PARAMETER -> shape.isFlag(parameter);
        case LOCAL -> shape.isFlag(parameter) || shape.mayBeStream(parameter);
        case NEW, WRAPPER, RESULT, FIELD -> shape.mayBeStream(parameter);
        default -> false;
      };
    }

    /** Pops the arguments and returns them; empty if nothing is known of any. */
    final List<List<AbstractValue>> arguments(CallShape shape) {
      List<List<AbstractValue>> arguments = List.of();
      for (int i = shape.parameters() - 1; i >= 0; i--) {
        if (shape.isWide(i)) {
          stack.pop(2);
          continue;
        }
        AbstractValue value = stack.pop();
        if (value != AbstractValue.UNKNOWN && shape.mayBeFunction(i)) {
          if (arguments.isEmpty()) {
            arguments = new ArrayList<>(Collections.nCopies(shape.parameters(), List.of()));
          }
          arguments.set(i, List.of(value));
        }
      }
      return arguments;
    }
  }

  /** The effects of instructions without operands on the stack (JVMS §6.5). */
  private static final class StackEffects {

    private StackEffects() {}

    static void apply(int opcode, OperandStack stack) {
      switch (opcode) {
        case Opcodes.NOP -> {}
        case Opcodes.POP, Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> stack.pop();
        case Opcodes.POP2 -> stack.pop(2);
        case Opcodes.DUP -> stack.dup(1, 0);
        case Opcodes.DUP_X1 -> stack.dup(1, 1);
        case Opcodes.DUP_X2 -> stack.dup(1, 2);
        case Opcodes.DUP2 -> stack.dup(2, 0);
        case Opcodes.DUP2_X1 -> stack.dup(2, 1);
        case Opcodes.DUP2_X2 -> stack.dup(2, 2);
        case Opcodes.SWAP -> stack.swap();
        default -> {
          if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
            stack.end();
          } else {
            stack.pop(pops(opcode));
            stack.push(pushes(opcode));
          }
        }
      }
    }

    private static int pops(int opcode) {
      if (opcode <= Opcodes.DCONST_1) {
        return 0;
      }
      if (opcode <= Opcodes.SALOAD) {
        return 2;
      }
      if (opcode <= Opcodes.SASTORE) {
        return opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE ? 4 : 3;
      }
      if (opcode <= Opcodes.DREM) {
        return isWide(opcode - Opcodes.IADD) ? 4 : 2;
      }
      if (opcode <= Opcodes.DNEG) {
        return isWide(opcode - Opcodes.INEG) ? 2 : 1;
      }
      if (opcode <= Opcodes.LUSHR) {
        return (opcode - Opcodes.ISHL) % 2 == 1 ? 3 : 2;
      }
      if (opcode <= Opcodes.LXOR) {
        return (opcode - Opcodes.IAND) % 2 == 1 ? 4 : 2;
      }
      return switch (opcode) {
        case Opcodes.L2I, Opcodes.L2F, Opcodes.L2D, Opcodes.D2I, Opcodes.D2L, Opcodes.D2F -> 2;
        case Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG -> 4;
        case Opcodes.FCMPL, Opcodes.FCMPG -> 2;
        default -> 1;
      };
    }

    private static int pushes(int opcode) {
      if (opcode <= Opcodes.DCONST_1) {
        return opcode == Opcodes.LCONST_0
                || opcode == Opcodes.LCONST_1
                || opcode >= Opcodes.DCONST_0
            ? 2
            : 1;
      }
      if (opcode <= Opcodes.SALOAD) {
        return opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? 2 : 1;
      }
      if (opcode <= Opcodes.SASTORE) {
        return 0;
      }
      if (opcode <= Opcodes.DNEG) {
        return isWide(opcode - Opcodes.IADD) ? 2 : 1;
      }
      if (opcode <= Opcodes.LXOR) {
        return (opcode - Opcodes.ISHL) % 2 == 1 ? 2 : 1;
      }
      return switch (opcode) {
        case Opcodes.I2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2L, Opcodes.F2D, Opcodes.D2L -> 2;
        default -> 1;
      };
    }

    /** Whether the type is wide, in the order int, long, float, double. */
    private static boolean isWide(int place) {
      return place % 2 == 1;
    }
  }
}
