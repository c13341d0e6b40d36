// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.operand.MonitorCalls;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.sight.Origin.Step;
import io.github.loomunpin.rules.sight.Position.Place;
import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Follows the objects that the frames of a stack lock from one frame to the next: an object that a
 * method was given is the argument of the call in the frame that called it.
 */
public final class ObjectOrigins {

  /** The code of methods takes memory, also of the JVM that is looked at. */
  private static final int MOST_KEPT = 1_000;

  private record MethodKey(String type, String method, String descriptor) {}

  private final ClassImages images;
  private final Map<MethodKey, Optional<MethodOrigins>> known = new HashMap<>();

  public ObjectOrigins(ClassImages images) {
    this.images = images;
  }

  /** The object that a site in a frame locks or waits on. */
  public Origin of(List<? extends StackFrame> frames, int depth, MonitorSite site) {
    Origin origin =
        switch (site.kind()) {
          case SYNC_METHOD -> Origin.parameter(0);
          case STATIC_SYNC_METHOD ->
              new Origin(
                  new Step("constant " + Type.getObjectType(site.owner()), false), List.of());
          default ->
              method(frames.get(depth), site.method(), site.descriptor())
                  .map(origins -> origins.operand(site.bci()))
                  .orElse(Origin.UNKNOWN);
        };
    return resolved(frames, depth, origin);
  }

  private Origin resolved(List<? extends StackFrame> frames, int depth, Origin origin) {
    Origin resolved = origin.inFrame(depth);
    for (int at = depth; at < frames.size(); at++) {
      List<Origin> arguments = at + 1 < frames.size() ? arguments(frames, at + 1) : List.of();
      resolved = resolved.calledWith(arguments, at);
      if (arguments.isEmpty()) {
        return resolved;
      }
    }
    return resolved;
  }

  /** What a frame called the next inner one with, as far as it can be told. */
  private List<Origin> arguments(List<? extends StackFrame> frames, int depth) {
    StackFrame frame = frames.get(depth);
    Optional<Place> place =
        images.find(frame).flatMap(image -> image.position(frames, depth).single());
    if (place.isEmpty()) {
      return List.of();
    }
    String called = frames.get(depth - 1).method();
    int bci = place.get().ranges().get(0).start();
    return method(frame, frame.method(), place.get().descriptor())
        .map(origins -> origins.arguments(bci, called))
        .orElse(List.of())
        .stream()
        .map(origin -> origin.inFrame(depth))
        .toList();
  }

  private Optional<MethodOrigins> method(StackFrame frame, String method, String descriptor) {
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
    return known.computeIfAbsent(
        new MethodKey(frame.className(), method, descriptor),
        key ->
            images.classFile(frame).flatMap(bytes -> MethodOrigins.of(bytes, method, descriptor)));
  }

  /**
   * Where the objects that one method uses come from, as expressions over its parameters. {@link
   * OperandAnalyzer} cannot tell that: it follows no numbers, by which elements of arrays differ,
   * and forgets which values a path has merged.
   */
  private static final class MethodOrigins {

    /** Expressions in programs are not as deep as this; loops in the data flow are deeper. */
    private static final int DEEPEST = 12;

    private final MethodNode method;
    private final Frame<SourceValue>[] frames;
    private final Map<Integer, Integer> indexOfBci = new HashMap<>();

    private MethodOrigins(BciClass type, MethodNode method) throws AnalyzerException {
      this.method = method;
      this.frames =
          new Analyzer<>(new SourceInterpreter(Opcodes.ASM9) {}).analyze(type.name, method);
      for (int i = 0; i < method.instructions.size(); i++) {
        int bci = type.bci(method.instructions.get(i));
        if (bci >= 0) {
          indexOfBci.put(bci, i);
        }
      }
    }

    /** Empty if the class file has no such method or its code cannot be followed. */
    static Optional<MethodOrigins> of(byte[] classFile, String name, String descriptor) {
      try {
        BciClass type = BciClass.read(classFile);
        for (MethodNode method : type.methods) {
          if (method.name.equals(name) && method.desc.equals(descriptor)) {
            // The running JVM asks as well, and has other use for its memory.
            return OperandAnalyzer.isCostly(method)
                ? Optional.empty()
                : Optional.of(new MethodOrigins(type, method));
          }
        }
      } catch (AnalyzerException | RuntimeException e) {
        // What cannot be followed is told apart by what it looks like.
        return Optional.empty();
      }
      return Optional.empty();
    }

    /** The object that the monitorenter or the wait at a bytecode index is about. */
    Origin operand(int bci) {
      Integer index = indexOfBci.get(bci);
      if (index == null || frames[index] == null) {
        return Origin.UNKNOWN;
      }
      int below =
          method.instructions.get(index) instanceof MethodInsnNode call
              ? MonitorCalls.of(call).map(JdkLockMember::above).orElse(0)
              : 0;
      return onStack(index, below, 0);
    }

    /**
     * The arguments of the call at an instruction, the receiver first; empty if it is not a call.
     */
    List<Origin> arguments(int bci, String called) {
      Integer index = indexOfBci.get(bci);
      if (index == null
          || frames[index] == null
          || !(method.instructions.get(index) instanceof MethodInsnNode call)
          || !call.name.equals(called)) {
        return List.of();
      }
      return arguments(index, call, 0);
    }

    private List<Origin> arguments(int index, MethodInsnNode call, int depth) {
      int count =
          Type.getArgumentCount(call.desc) + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
      List<Origin> arguments = new ArrayList<>();
      for (int i = count - 1; i >= 0; i--) {
        arguments.add(onStack(index, i, depth + 1));
      }
      return arguments;
    }

    private Origin onStack(int index, int below, int depth) {
      Frame<SourceValue> frame = frames[index];
      int at = frame.getStackSize() - 1 - below;
      return at < 0 ? Origin.UNKNOWN : of(frame.getStack(at), depth);
    }

    private Origin of(SourceValue value, int depth) {
      Set<AbstractInsnNode> sources = value.insns;
      if (depth > DEEPEST || sources.size() > 1) {
        return merged(sources);
      }
      return sources.isEmpty() ? Origin.UNKNOWN : of(sources.iterator().next(), depth);
    }

    private Origin merged(Set<AbstractInsnNode> sources) {
      List<Integer> indexes = sources.stream().map(method.instructions::indexOf).sorted().toList();
      return new Origin(new Step("one of " + indexes, true), List.of());
    }

    private Origin of(AbstractInsnNode insn, int depth) {
      int index = method.instructions.indexOf(insn);
      if (frames[index] == null) {
        return Origin.UNKNOWN;
      }
      int opcode = insn.getOpcode();
      if (insn instanceof VarInsnNode variable) {
        return opcode >= Opcodes.ISTORE
            ? onStack(index, 0, depth + 1)
            : local(index, variable.var, depth);
      }
      if (insn instanceof FieldInsnNode field) {
        return opcode == Opcodes.GETSTATIC
            ? new Origin(Step.staticField(field.owner, field.name), List.of())
            : new Origin(
                new Step(field.owner + "." + field.name, false),
                List.of(onStack(index, 0, depth + 1)));
      }
      if (insn instanceof MethodInsnNode call) {
        return new Origin(
            new Step(call.owner + "." + call.name + call.desc, true, index),
            arguments(index, call, depth));
      }
      if (insn instanceof LdcInsnNode constant) {
        return new Origin(new Step("constant " + constant.cst, false), List.of());
      }
      if (insn instanceof IntInsnNode number && opcode != Opcodes.NEWARRAY) {
        return new Origin(new Step("constant " + number.operand, false), List.of());
      }
      return switch (opcode) {
        case Opcodes.DUP, Opcodes.CHECKCAST -> onStack(index, 0, depth + 1);
        case Opcodes.AALOAD ->
            new Origin(
                new Step("element", false),
                List.of(onStack(index, 1, depth + 1), onStack(index, 0, depth + 1)));
        case Opcodes.ICONST_M1,
            Opcodes.ICONST_0,
            Opcodes.ICONST_1,
            Opcodes.ICONST_2,
            Opcodes.ICONST_3,
            Opcodes.ICONST_4,
            Opcodes.ICONST_5 ->
            new Origin(new Step("constant " + (opcode - Opcodes.ICONST_0), false), List.of());
        default -> new Origin(new Step("made", true, index), List.of());
      };
    }

    private Origin local(int index, int variable, int depth) {
      SourceValue value = frames[index].getLocal(variable);
      if (value.insns.isEmpty()) {
        return Origin.parameter(parameterAt(variable));
      }
      return of(value, depth + 1);
    }

    /** The number of the parameter in a slot, {@code this} being the first. */
    private int parameterAt(int slot) {
      int number = 0;
      int at = 0;
      if ((method.access & Opcodes.ACC_STATIC) == 0) {
        if (slot == 0) {
          return 0;
        }
        number = 1;
        at = 1;
      }
      for (Type parameter : Type.getArgumentTypes(method.desc)) {
        if (at == slot) {
          return number;
        }
        at += parameter.getSize();
        number++;
      }
      return number;
    }
  }
}
