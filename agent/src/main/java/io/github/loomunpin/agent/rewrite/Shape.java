// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.ModeCopies.UnstructuredMonitorsException;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MethodMonitors;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What the monitors of a rewritten method look like. A method gets the first of these shapes that
 * it can have:
 *
 * <pre>
 *   shape        when                             cost                     compiled  pins
 *   -----------  -------------------------------  -----------------------  --------  --------------
 *   Listed       bytecode does not tell what is   a list of what is held,  unless it where native
 *                held where, or handlers cannot   and asking for the mode  asks
 *                release it                       where it is unknown
 *   Decided      bytecode tells the mode of each  a call for each          as        where native
 *                monitor                          instruction              before
 *   TwoCopies    some are known at run time only  the block exists once    as        where native
 *                and a copy of the blocks for     for each mode, and       before
 *                each mode has room               entering asks for it
 *   StandIn      the copies have no room, but     a native monitor and a   yes       in these blocks
 *                the method is compiled with      variable more for each             always
 *                stand-ins, and each exit has     such block
 *                its enter
 *   Conditional  none of these                    each instruction asks    never     where native
 *                                                 for the mode
 * </pre>
 *
 * <p>Room is what HotSpot compiles ({@link MethodsNearLimit}). A method that it did not compile
 * before is copied up to the limits of {@link ModeCopies} and of the class file. The JIT compilers
 * refuse a method unless they can prove that its monitors are balanced, which a monitorenter under
 * a condition is not: for that there are copies. They come before stand-ins, under which a thread
 * that blocks pins; and a method that is interpreted for ever is the last resort.
 */
sealed interface Shape {

  /** Reports a shape that has a price. */
  default void tell(RewriteResult.Tally tally, String method) {}

  /** Each monitor becomes a call, or stays: {@link MonitorRewriter#applyDecided}. */
  record Decided() implements Shape {}

  /** Blocks exist once for each mode: {@link ModeCopies}. */
  record TwoCopies() implements Shape {}

  /** Blocks lock the object or a stand-in natively: {@link StandInRewriter}. */
  record StandIn(String why) implements Shape {
    @Override
    public void tell(RewriteResult.Tally tally, String method) {
      tally.pinning(method, why);
    }
  }

  /** Each instruction asks for the mode: {@link MonitorRewriter#applyConditionally}. */
  record Conditional(String why) implements Shape {
    @Override
    public void tell(RewriteResult.Tally tally, String method) {
      tally.slow(method, why);
    }
  }

  /**
   * What is held is found out at run time: {@link FrameLocks}.
   *
   * @param asks whether an instruction asks for the mode
   */
  record Listed(boolean asks) implements Shape {
    @Override
    public void tell(RewriteResult.Tally tally, String method) {
      if (asks) {
        tally.slow(method, "the code does not show which monitors it holds");
      }
    }
  }

  /**
   * The way to the shape of one method.
   *
   * @param mayCopy whether the copies are known to have room in the class file
   */
  record Choice(ClassNode owner, MethodNode method, MethodMonitors monitors, boolean mayCopy) {

    /**
     * Rewrites the method.
     *
     * @param left what is left to be done so that everything is released
     * @param isTooLarge whether that is why the monitors were not followed, if they were not
     */
    Shape make(UnprotectedRegions.Left left, boolean isTooLarge) {
      if (left == UnprotectedRegions.Left.ALL) {
        Optional<FrameLocks> list = FrameLocks.of(owner, method);
        if (list.isPresent()) {
          return listed(list.get());
        }
      }
      if (!monitors.isFollowed()) {
        return conditional(
            "the code " + (isTooLarge ? "is too large to" : "could not") + " be analyzed");
      }
      if (!isAnyUndecided()) {
        MonitorRewriter.applyDecided(method, monitors);
        return new Decided();
      }
      String why = "two copies of the body are too large";
      if (mayCopy) {
        try {
          if (copy()) {
            return new TwoCopies();
          }
        } catch (UnstructuredMonitorsException e) {
          why = e.getMessage();
        }
      }
      if (MethodsNearLimit.isCompiled(method.instructions, StandInRewriter.mostBytes(monitors))) {
        try {
          StandInRewriter.apply(method, monitors);
          return new StandIn(why);
        } catch (UnstructuredMonitorsException e) {
          why = e.getMessage();
        }
      }
      return conditional(why);
    }

    private boolean isAnyUndecided() {
      for (MethodMonitors.Use use : monitors.uses().values()) {
        int opcode = use.insn().getOpcode();
        if ((opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT)
            && use.decision().mode() == Mode.RUNTIME) {
          return true;
        }
      }
      return false;
    }

    /** False, and nothing is changed, if the method would not be compiled any more. */
    private boolean copy() throws UnstructuredMonitorsException {
      boolean wasCompiled = MethodsNearLimit.isCompiled(method.instructions);
      Code before = Code.of(method);
      ModeCopiesWriter.apply(owner.name, owner.version, method, new ModeCopies(method, monitors));
      if (!wasCompiled || MethodsNearLimit.isCompiled(method.instructions)) {
        return true;
      }
      before.restore(method);
      return false;
    }

    private Shape listed(FrameLocks list) {
      boolean asks = isAnyUndecided();
      MonitorRewriter.applyConditionally(
          owner.name, owner.version, method, monitors, OptionalInt.of(list.variable()));
      list.add();
      return new Listed(asks);
    }

    private Shape conditional(String why) {
      MonitorRewriter.applyConditionally(
          owner.name, owner.version, method, monitors, OptionalInt.empty());
      return new Conditional(why);
    }
  }

  /** What the copies replace, to be put back. */
  record Code(
      InsnList instructions,
      List<TryCatchBlockNode> rows,
      List<LocalVariableNode> variables,
      List<LocalVariableAnnotationNode> visible,
      List<LocalVariableAnnotationNode> invisible,
      int maxStack) {

    static Code of(MethodNode method) {
      return new Code(
          method.instructions,
          method.tryCatchBlocks,
          method.localVariables,
          method.visibleLocalVariableAnnotations,
          method.invisibleLocalVariableAnnotations,
          method.maxStack);
    }

    void restore(MethodNode method) {
      method.instructions = instructions;
      method.tryCatchBlocks = rows;
      method.localVariables = variables;
      method.visibleLocalVariableAnnotations = visible;
      method.invisibleLocalVariableAnnotations = invisible;
      method.maxStack = maxStack;
    }
  }
}
