// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Keeps track of where the objects on the operand stack came from. */
abstract class StackVisitor extends MethodVisitor {

  final OperandStack stack;
  final Locals locals;

  StackVisitor(Locals locals) {
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
      case Opcodes.ACONST_NULL -> stack.push(Origin.NULL);
      case Opcodes.ICONST_0 -> stack.push(Origin.FALSE);
      case Opcodes.ICONST_1 -> stack.push(Origin.TRUE);
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
      case Opcodes.ALOAD -> stack.push(Origin.local(slot));
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
      case Opcodes.NEW -> stack.push(Origin.made(name));
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

  /** What may decide what a method does that is about to be called. */
  final List<Given> given(CallShape shape) {
    List<Given> given = List.of();
    int below = 0;
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      Origin value = stack.peek(shape.isWide(i) ? below + 1 : below);
      below += shape.isWide(i) ? 2 : 1;
      if (value != Origin.UNKNOWN && mayDecide(value, shape, i)) {
        if (given.isEmpty()) {
          given = new ArrayList<>(shape.parameters());
        }
        given.add(new Given(i + 1, value));
      }
    }
    return given;
  }

  private static boolean mayDecide(Origin value, CallShape shape, int parameter) {
    return switch (value.kind()) {
      case CONSTANT, PARAMETER -> shape.isFlag(parameter);
      case LOCAL -> shape.mayDecide(parameter) || shape.mayBeStream(parameter);
      case NEW, WRAPPER, RESULT -> shape.mayBeStream(parameter);
      // A constant of an enum is a field of the enum.
      case FIELD ->
          shape.mayBeStream(parameter) || value.member().owner().equals(shape.type(parameter));
      default -> false;
    };
  }

  /** Pops them; empty if nothing is known of any. */
  final List<List<Origin>> arguments(CallShape shape) {
    List<List<Origin>> arguments = List.of();
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      if (shape.isWide(i)) {
        stack.pop(2);
        continue;
      }
      Origin value = stack.pop();
      if (value != Origin.UNKNOWN && shape.mayBeFunction(i)) {
        if (arguments.isEmpty()) {
          arguments = new ArrayList<>(Collections.nCopies(shape.parameters(), List.of()));
        }
        arguments.set(i, List.of(value));
      }
    }
    return arguments;
  }
}
