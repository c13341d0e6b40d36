// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import io.github.loomunpin.rules.classfile.Answer;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the places where a class makes threads. A thread can be replaced by another one where it is
 * set up and nobody else knows it yet: everything that was set is then read from it. Whatever is
 * not followed stays as it is, with the reason.
 */
public final class ThreadSites {

  private static final String THREAD = "java/lang/Thread";
  private static final String TIMER = "java/util/Timer";

  private final ClassNode owner;
  private final ThreadRule rule;
  private final Supertypes supertypes;

  /** Whether a thread from a field or elsewhere is set up; not known before it is asked. */
  private Optional<Boolean> setsUpLater = Optional.empty();

  /** The sites of a class to which a rule applies. */
  public ThreadSites(ClassNode owner, ThreadRule rule, Supertypes supertypes) {
    this.owner = owner;
    this.rule = rule;
    this.supertypes = supertypes;
  }

  /** The sites of one of its methods, in the order of the code. */
  public List<ThreadSite> of(MethodNode method) {
    List<ThreadSite> sites = new ArrayList<>();
    Optional<Frame<OperandValue>[]> frames = Optional.empty();
    for (AbstractInsnNode insn : method.instructions) {
      Optional<String> stays = stays(method, insn);
      if (stays.isPresent()) {
        sites.add(ThreadSite.staying(insn, stays.get()));
      } else if (insn.getOpcode() == Opcodes.NEW && isPlain(((TypeInsnNode) insn).desc)) {
        if (frames.isEmpty()) {
          frames = frames(method);
        }
        sites.add(
            frames.isEmpty()
                ? ThreadSite.staying(insn, "a method whose code cannot be followed")
                : new ThreadFlow(this, rule, method, frames.get(), insn).site());
      }
    }
    return sites;
  }

  /** Why what an instruction makes stays; empty if that depends on the rest, or makes nothing. */
  private Optional<String> stays(MethodNode method, AbstractInsnNode insn) {
    if (insn.getOpcode() == Opcodes.NEW) {
      return staysNew(method, ((TypeInsnNode) insn).desc);
    }
    if (insn instanceof InvokeDynamicInsnNode call) {
      for (Object argument : call.bsmArgs) {
        if (argument instanceof Handle handle
            && handle.getName().equals("<init>")
            && (isPlain(handle.getOwner()) || isThread(handle.getOwner()))) {
          return Optional.of("made by a reference to a constructor");
        }
      }
    }
    if (insn instanceof MethodInsnNode call
        && call.owner.equals("java/util/concurrent/Executors")
        && call.desc.indexOf("ThreadFactory;)") < 0
        && (call.name.equals("defaultThreadFactory") || call.name.startsWith("new"))
        && !call.name.contains("Virtual")) {
      return Optional.of("made by the JDK in Executors." + call.name);
    }
    return Optional.empty();
  }

  private Optional<String> staysNew(MethodNode method, String type) {
    boolean isPlain = isPlain(type);
    if (isPlain && rule.stays().isEmpty()) {
      return Optional.empty();
    }
    if (isPlain || isThread(type) || isUsedAsThread(method, type)) {
      if (!rule.stays().isEmpty()) {
        return Optional.of(rule.stays());
      }
      return Optional.of("a subclass of Thread, " + type.replace('/', '.'));
    }
    return extendsClass(type, TIMER)
        ? Optional.of("made by the JDK in java.util.Timer")
        : Optional.empty();
  }

  private boolean isPlain(String type) {
    return type.equals(THREAD) || rule.takes().contains(type);
  }

  private boolean isThread(String type) {
    return extendsClass(type, THREAD);
  }

  private boolean extendsClass(String type, String ancestor) {
    return supertypes.isOrExtends(type, ancestor) == Answer.YES;
  }

  /** For a class of which nothing is known yet: whether this one uses it as a thread. */
  private boolean isUsedAsThread(MethodNode method, String type) {
    if (supertypes.isOrExtends(type, THREAD) != Answer.UNKNOWN) {
      return false;
    }
    for (MethodNode each : owner.methods) {
      for (AbstractInsnNode insn : each.instructions) {
        if (isSetter(insn) && ((MethodInsnNode) insn).owner.equals(type)) {
          return true;
        }
      }
    }
    return isSetUpIn(method, type);
  }

  /** Whether a method uses a class as a thread without naming it in the call. */
  private boolean isSetUpIn(MethodNode method, String type) {
    Optional<Frame<OperandValue>[]> frames = Optional.empty();
    for (AbstractInsnNode insn : method.instructions) {
      if (isSetter(insn)) {
        frames = frames.isPresent() ? frames : frames(method);
        Frame<OperandValue> frame =
            frames.isEmpty() ? null : frames.get()[method.instructions.indexOf(insn)];
        if (frame != null && OperandAnalyzer.stackTop(frame, 1).name().equals(type)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The methods of Thread that hardly any other class has. */
  private static boolean isSetter(AbstractInsnNode insn) {
    return insn instanceof MethodInsnNode call
        && (call.name.equals("setDaemon") && call.desc.equals("(Z)V")
            || call.name.equals("setContextClassLoader")
                && call.desc.equals("(Ljava/lang/ClassLoader;)V"));
  }

  private Optional<Frame<OperandValue>[]> frames(MethodNode method) {
    try {
      return Optional.of(OperandAnalyzer.frames(owner.name, method));
    } catch (AnalyzerException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether code of the class makes a daemon, or sets the priority, of a thread that it got from
   * elsewhere, perhaps from a field: a virtual thread refuses the one and ignores the other.
   */
  boolean setsUpLater() {
    if (setsUpLater.isEmpty()) {
      boolean found = false;
      for (MethodNode method : owner.methods) {
        found |= setsUpLater(method);
      }
      setsUpLater = Optional.of(found);
    }
    return setsUpLater.get();
  }

  private boolean setsUpLater(MethodNode method) {
    List<AbstractInsnNode> setters = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof MethodInsnNode call
          && (call.name.equals("setDaemon") && call.desc.equals("(Z)V")
              || call.name.equals("setPriority") && call.desc.equals("(I)V"))) {
        setters.add(insn);
      }
    }
    if (setters.isEmpty()) {
      return false;
    }
    Optional<Frame<OperandValue>[]> frames = frames(method);
    if (frames.isEmpty()) {
      return true;
    }
    for (AbstractInsnNode setter : setters) {
      Frame<OperandValue> frame = frames.get()[method.instructions.indexOf(setter)];
      if (frame != null
          && OperandAnalyzer.stackTop(frame, 1).kind() != OperandValue.Kind.NEW
          && Type.getArgumentCount(((MethodInsnNode) setter).desc) == 1) {
        return true;
      }
    }
    return false;
  }
}
