// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.site.BciClass;
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
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

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

    private static Step of(AbstractInsnNode insn, int bci, int line) {
      int opcode = insn.getOpcode();
      return switch (insn) {
        case MethodInsnNode call ->
            new Step(bci, line, Kind.CALL, call.owner, call.name, call.desc);
        case InvokeDynamicInsnNode call -> new Step(bci, line, Kind.OTHER, "", call.name, "");
        case FieldInsnNode field -> {
          boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
          Kind kind = isStatic ? Kind.STATIC_FIELD : Kind.OTHER;
          yield new Step(bci, line, kind, field.owner, field.name, "");
        }
        case TypeInsnNode type -> new Step(bci, line, Kind.OTHER, type.desc, "", "");
        case LdcInsnNode constant when constant.cst instanceof Long number ->
            new Step(bci, line, Kind.NUMBER, "", number.toString(), "");
        case JumpInsnNode jump ->
            new Step(bci, line, opcode == Opcodes.GOTO ? Kind.GOTO : Kind.JUMP, "", "", "");
        default ->
            switch (opcode) {
              case Opcodes.MONITORENTER -> new Step(bci, line, Kind.MONITOR_ENTER, "", "", "");
              case Opcodes.LCONST_0 -> new Step(bci, line, Kind.ZERO, "", "", "");
              case Opcodes.LCONST_1 -> new Step(bci, line, Kind.NUMBER, "", "1", "");
              default -> new Step(bci, line, Kind.OTHER, "", "", "");
            };
      };
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
    BciClass type = BciClass.read(classFile);
    Map<String, List<MethodCode>> methods = new HashMap<>();
    for (MethodNode method : type.methods) {
      methods.computeIfAbsent(method.name, n -> new ArrayList<>()).add(of(type, method));
    }
    return methods;
  }

  private static MethodCode of(BciClass type, MethodNode method) {
    List<Step> steps = new ArrayList<>();
    List<Loop> loops = new ArrayList<>();
    int line = -1;
    for (AbstractInsnNode insn : method.instructions) {
      int bci = type.bci(insn);
      if (insn instanceof LineNumberNode number) {
        line = number.line;
      } else if (bci >= 0 && isAsked(insn)) {
        steps.add(Step.of(insn, bci, line));
      }
      if (insn instanceof JumpInsnNode jump
          && method.instructions.indexOf(jump.label) < method.instructions.indexOf(jump)) {
        loops.add(new Loop(type.bciFrom(jump.label), bci));
      }
    }
    return new MethodCode(method.name, method.desc, steps, loops);
  }

  /** Whether anything is asked about an instruction: not about switches and arrays of arrays. */
  private static boolean isAsked(AbstractInsnNode insn) {
    return insn.getType() != AbstractInsnNode.TABLESWITCH_INSN
        && insn.getType() != AbstractInsnNode.LOOKUPSWITCH_INSN
        && insn.getType() != AbstractInsnNode.MULTIANEWARRAY_INSN;
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
}
