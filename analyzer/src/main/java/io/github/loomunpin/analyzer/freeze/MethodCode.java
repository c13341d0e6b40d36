// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a frame of a dump is compared with: the instructions of a method at which a thread can be
 * found in a call, or at the entry of a monitor or class.
 */
record MethodCode(String name, String descriptor, List<Step> steps, List<Loop> loops) {

  /** The methods that code calls in a loop while it polls, until what it waits for is there. */
  private static final Set<String> POLLING =
      Set.of("currentTimeMillis", "nanoTime", "now", "onSpinWait", "yield");

  /** From where a jump goes back to, to the jump. */
  record Loop(int first, int last) {}

  /** An instruction. */
  record Step(int bci, int line, Kind kind, String owner, String name, String descriptor) {

    enum Kind {
      CALL,
      STATIC_FIELD,
      MONITOR_ENTER,
      /** It pushes the {@code long} 0. */
      ZERO,
      /** It pushes another {@code long}, whose digits are the name of the step. */
      NUMBER,
      /** It jumps under a condition. */
      JUMP,
      /** It jumps always. */
      GOTO,
      OTHER
    }

    boolean calls() {
      return kind == Kind.CALL;
    }

    boolean jumps() {
      return kind == Kind.JUMP || kind == Kind.GOTO;
    }

    boolean takesLock() {
      return calls() && owner.startsWith("java/util/concurrent/locks/") && locksByName();
    }

    /** Whether it locks if its owner is a lock. */
    boolean locksByName() {
      return name.startsWith("lock") || name.startsWith("tryLock") || takesStamp();
    }

    /** Whether it unlocks if its owner is a lock. */
    boolean unlocksByName() {
      return name.startsWith("unlock");
    }

    /** Other locks return what these methods take. */
    private boolean takesStamp() {
      return owner.equals("java/util/concurrent/locks/StampedLock")
          && name.matches("(read|write|tryRead|tryWrite)Lock(Interruptibly)?");
    }
  }

  /** The methods of a class, by name; several where it is overloaded. */
  static Map<String, List<MethodCode>> of(byte[] classFile) {
    Map<String, List<MethodCode>> methods = new HashMap<>();
    int[] at = {0};
    ClassReader reader =
        new ClassReader(classFile) {
          @Override
          protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            at[0] = bytecodeOffset;
          }
        };
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodCode method =
                new MethodCode(name, descriptor, new ArrayList<>(), new ArrayList<>());
            methods.computeIfAbsent(name, n -> new ArrayList<>()).add(method);
            return new Steps(method, at);
          }
        },
        ClassReader.SKIP_FRAMES);
    return methods;
  }

  /**
   * The name of the field whose lock was taken before an instruction, and is given back behind it;
   * empty if the lock is in no field, nothing if there is none.
   */
  Optional<String> locked(int bci) {
    int locked = -1;
    String field = "";
    int unlocked = -1;
    boolean unlocksLater = false;
    for (Step step : steps) {
      if (step.calls() && step.owner().startsWith("java/util/concurrent/locks/")) {
        boolean unlocks = step.name().startsWith("unlock");
        boolean locks = step.takesLock();
        if (step.bci() < bci) {
          field = locks ? lockField(step) : field;
          locked = locks ? step.bci() : locked;
          unlocked = unlocks ? step.bci() : unlocked;
        }
        unlocksLater |= unlocks && step.bci() > bci;
      }
    }
    return locked > unlocked && unlocksLater ? Optional.of(field) : Optional.empty();
  }

  /** The name of the field whose lock a call is of; empty if it is in none. */
  String lockField(Step call) {
    int before = steps.indexOf(call) - 1;
    while (before > 0 && steps.get(before).name().matches("(as)?(Read|Write|read|write)Lock")) {
      before--;
    }
    return before < 0 || steps.get(before).calls() ? "" : steps.get(before).name();
  }

  /** Where the code that may follow an instruction begins: loops go back. */
  int firstReachedFrom(int bci) {
    int first =
        loops.stream()
            .filter(loop -> loop.last() >= bci)
            .mapToInt(Loop::first)
            .reduce(bci, Math::min);
    return first == bci ? bci : firstReachedFrom(first);
  }

  /** Whether an instruction may follow itself. */
  boolean repeats(int bci) {
    return loops.stream().anyMatch(loop -> loop.first() <= bci && bci <= loop.last());
  }

  /**
   * Whether the innermost loop that an instruction is in polls: it enters a monitor, looks at the
   * clock, lets others run, or calls nothing at all. Nothing if the instruction is in no loop.
   */
  Optional<Boolean> polls(int bci) {
    return loops.stream()
        .filter(loop -> loop.first() <= bci && bci <= loop.last())
        .min(Comparator.comparingInt(loop -> loop.last() - loop.first()))
        .map(
            loop -> {
              List<Step> within =
                  steps.stream()
                      .filter(step -> loop.first() <= step.bci() && step.bci() <= loop.last())
                      .toList();
              return within.stream().noneMatch(Step::calls)
                  || within.stream()
                      .anyMatch(
                          step ->
                              step.kind() == Step.Kind.MONITOR_ENTER
                                  || step.calls() && POLLING.contains(step.name()));
            });
  }

  /** For how long a call sleeps, in nanoseconds, if the code has the number. */
  OptionalLong sleepNanos(Step call) {
    if (limit(call) != Waits.Limit.TIME || !call.name().equals("sleep")) {
      return OptionalLong.empty();
    }
    int before = steps.indexOf(call) - 1;
    long number = Long.parseLong(steps.get(before).name());
    return switch (call.owner()) {
      case "java/lang/Thread" -> OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(number));
      case "java/util/concurrent/TimeUnit" -> {
        Step unit = steps.get(before - 1);
        yield Stream.of(TimeUnit.values())
            .filter(known -> unit.kind() == Step.Kind.STATIC_FIELD)
            .filter(known -> known.name().equals(unit.name()))
            .mapToLong(known -> known.toNanos(number))
            .findFirst();
      }
      default -> OptionalLong.empty();
    };
  }

  /** How long a call that waits may take, by what it is called with. */
  Waits.Limit limit(Step call) {
    if (call.descriptor().equals("()V")) {
      return Waits.Limit.NONE;
    }
    int before = steps.indexOf(call) - 1;
    // Behind a goto it is the second of two values, as of a conditional expression.
    boolean one = before == 0 || before > 0 && steps.get(before - 1).kind() != Step.Kind.GOTO;
    return switch (one ? steps.get(before).kind() : Step.Kind.OTHER) {
      case ZERO -> Waits.Limit.NONE;
      case NUMBER -> Waits.Limit.TIME;
      default -> Waits.Limit.PERHAPS;
    };
  }

  private static final class Steps extends MethodVisitor {

    private final MethodCode method;
    private final int[] at;
    private final Map<Label, Integer> labels = new HashMap<>();
    private int line = -1;

    Steps(MethodCode method, int[] at) {
      super(Opcodes.ASM9);
      this.method = method;
      this.at = at;
    }

    @Override
    public void visitLabel(Label label) {
      labels.put(label, at[0]);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    private void add(Step.Kind kind, String owner, String name) {
      add(kind, owner, name, "");
    }

    private void add(Step.Kind kind, String owner, String name, String descriptor) {
      method.steps().add(new Step(at[0], line, kind, owner, name, descriptor));
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      add(Step.Kind.CALL, owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name,
        String descriptor,
        org.objectweb.asm.Handle bootstrapMethodHandle,
        Object... bootstrapMethodArguments) {
      add(Step.Kind.OTHER, "", name);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      add(isStatic ? Step.Kind.STATIC_FIELD : Step.Kind.OTHER, owner, name);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      add(Step.Kind.OTHER, type, "");
    }

    @Override
    public void visitInsn(int opcode) {
      add(
          switch (opcode) {
            case Opcodes.MONITORENTER -> Step.Kind.MONITOR_ENTER;
            case Opcodes.LCONST_0 -> Step.Kind.ZERO;
            case Opcodes.LCONST_1 -> Step.Kind.NUMBER;
            default -> Step.Kind.OTHER;
          },
          "",
          opcode == Opcodes.LCONST_1 ? "1" : "");
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      add(Step.Kind.OTHER, "", "");
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      add(opcode == Opcodes.GOTO ? Step.Kind.GOTO : Step.Kind.JUMP, "", "");
      // A label that has not come yet is ahead.
      if (labels.containsKey(label)) {
        method.loops().add(new Loop(labels.get(label), at[0]));
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      add(Step.Kind.OTHER, "", "");
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
      add(Step.Kind.OTHER, "", "");
    }

    @Override
    public void visitLdcInsn(Object value) {
      add(
          value instanceof Long ? Step.Kind.NUMBER : Step.Kind.OTHER,
          "",
          value instanceof Long ? value.toString() : "");
    }
  }
}
