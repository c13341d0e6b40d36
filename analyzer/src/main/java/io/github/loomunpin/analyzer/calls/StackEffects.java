// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import org.objectweb.asm.Opcodes;

/** What instructions without operands do to the stack (JVMS §6.5). */
final class StackEffects {

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
      return opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1 || opcode >= Opcodes.DCONST_0
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

  /** Of operations in the order int, long, float, double. */
  private static boolean isWide(int place) {
    return place % 2 == 1;
  }
}
