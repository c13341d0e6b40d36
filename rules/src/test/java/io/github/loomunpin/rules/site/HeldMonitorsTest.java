// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Behind an instruction stands which monitorenters are held before it, by their number in the code
 * and with a question mark if only on some paths; behind a monitorexit also what it releases.
 */
class HeldMonitorsTest {

  private static final String STRUCTURED = "structured";
  private static final String UNSTRUCTURED = "unstructured";

  private static void check(String shape, String code) throws AnalyzerException {
    Assembler assembler = new Assembler(code);
    MethodNode method = assembler.method();
    Frame<OperandValue>[] frames = OperandAnalyzer.frames("Some", method);

    HeldMonitors held = new HeldMonitors(method, frames);

    Map<AbstractInsnNode, String> expected = assembler.expectations();
    expected.forEach(
        (insn, text) ->
            assertThat(describe(method, held, insn))
                .as("instruction %d of%n%s", method.instructions.indexOf(insn), code)
                .isEqualTo(text));
    assertThat(held.isStructured() ? STRUCTURED : UNSTRUCTURED).as(code).isEqualTo(shape);
    // What is certain without data flow is the same.
    Optional<HeldMonitors> byVariables = HeldMonitors.byVariables(method);
    if (byVariables.isPresent()) {
      assertThat(shape).as(code).isEqualTo(STRUCTURED);
      expected.forEach(
          (insn, text) ->
              assertThat(describe(method, byVariables.get(), insn)).as(code).isEqualTo(text));
    }
  }

  private static String describe(MethodNode method, HeldMonitors held, AbstractInsnNode insn) {
    int index = method.instructions.indexOf(insn);
    if (!held.isReachable(index)) {
      return "unreachable";
    }
    List<AbstractInsnNode> enters = new ArrayList<>();
    method.instructions.forEach(
        each -> {
          if (each.getOpcode() == Opcodes.MONITORENTER) {
            enters.add(each);
          }
        });
    List<String> words = new ArrayList<>();
    for (AbstractInsnNode enter : enters) {
      if (held.isHeld(enter, index)) {
        words.add(enters.indexOf(enter) + (held.isAlwaysHeld(enter, index) ? "" : "?"));
      }
    }
    if (insn.getOpcode() == Opcodes.MONITOREXIT) {
      words.add(
          held.releasedBy(insn).stream()
              .map(enters::indexOf)
              .sorted()
              .map(String::valueOf)
              .collect(Collectors.joining(" ", "-", "")));
    }
    return words.isEmpty() ? "none" : String.join(" ", words);
  }

  @Test
  void block_as_javac_makes_it() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        try FROM TO CATCH
        try CATCH END CATCH
        load a
        dup
        store d
        monitorenter      # none
        FROM:
        call              # 0
        load d
        monitorexit       # 0 -0
        TO:
        goto OUT          # none
        CATCH:
        store e           # 0
        load d
        monitorexit       # 0 -0
        END:
        load e            # none
        athrow
        OUT:
        return            # none
        """);
  }

  @Test
  void handler_of_what_cannot_throw() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        try TRY CAUGHT FROM-HANDLER
        try FROM TO CATCH
        load a
        monitorenter
        FROM:
        TRY:
        load b
        store c
        CAUGHT:
        goto REST
        FROM-HANDLER:
        store e           # 0
        REST:
        call              # 0
        load a
        monitorexit       # 0 -0
        TO:
        return            # none
        CATCH:
        store e           # 0
        load a
        monitorexit       # 0 -0
        load e
        athrow            # none
        """);
  }

  @Test
  void handler_of_a_return_with_a_monitor() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        try FROM TO CATCH
        load a
        monitorenter
        FROM:
        return            # 0
        TO:
        CATCH:
        store e           # 0
        load a
        monitorexit       # 0 -0
        load e
        athrow            # none
        """);
  }

  @Test
  void locks_released_in_the_order_they_were_taken() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        load a
        monitorenter
        load b
        monitorenter      # 0
        load a
        monitorexit       # 0 1 -0
        call              # 1
        load b
        monitorexit       # 1 -1
        return            # none
        """);
  }

  @Test
  void exit_reads_the_field_again() throws AnalyzerException {
    check(
        UNSTRUCTURED,
        """
        load a
        monitorenter
        getstatic lock
        monitorenter
        call              # 0 1
        getstatic lock
        monitorexit       # 0 1 -
        load a
        monitorexit       # 0 -0
        return            # none
        """);
  }

  @Test
  void one_exit_for_two_enters() throws AnalyzerException {
    check(
        UNSTRUCTURED,
        """
        load a
        ifnull ELSE
        load a
        store d
        load d
        monitorenter
        goto JOIN
        ELSE:
        load b
        store d
        load d
        monitorenter
        JOIN:
        call              # 0? 1?
        load d
        monitorexit       # 0? 1? -
        return            # none
        """);
  }

  @Test
  void enter_on_one_path_only() throws AnalyzerException {
    check(
        UNSTRUCTURED,
        """
        load a
        ifnull JOIN
        load a
        monitorenter
        JOIN:
        call              # 0?
        return
        """);
  }

  @Test
  void enter_in_a_loop_without_exit() throws AnalyzerException {
    check(
        UNSTRUCTURED,
        """
        LOOP:
        load a
        monitorenter
        goto LOOP         # 0
        """);
  }

  @Test
  void exit_without_enter() throws AnalyzerException {
    check(
        UNSTRUCTURED,
        """
        load a
        monitorexit       # -
        return            # none
        """);
  }

  @Test
  void exit_outside_of_its_own_row_counts_as_done_in_outer_handlers() throws AnalyzerException {
    // ecj gives an empty block no row of its own.
    check(
        STRUCTURED,
        """
        try FROM TO FINALLY
        FROM:
        load a
        dup
        monitorenter
        monitorexit       # 0 -0
        call              # none
        TO:
        return
        FINALLY:
        athrow            # none
        """);
  }

  @Test
  void exit_within_the_row_of_an_earlier_block() throws AnalyzerException {
    // Old compilers leave the code behind the block in the block's row.
    check(
        STRUCTURED,
        """
        try FROM TO CATCH
        load a
        monitorenter
        load b
        dup
        store d
        monitorenter
        FROM:
        call              # 0 1
        load d
        monitorexit       # 0 1 -1
        load a
        monitorexit       # 0 -0
        return
        TO:
        CATCH:
        store e           # 0 1
        load d
        monitorexit       # 0 1 -1
        load a
        monitorexit       # 0 -0
        load e
        athrow            # none
        """);
  }

  @Test
  void typed_handler_around_a_block() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        try FROM TO CATCH
        try CATCH END CATCH
        try OUTER END HANDLER java/lang/RuntimeException
        OUTER:
        load a
        dup
        store d
        monitorenter
        FROM:
        call              # 0
        load d
        monitorexit       # 0 -0
        TO:
        call              # none
        return
        CATCH:
        store e           # 0
        load d
        monitorexit       # 0 -0
        END:
        load e
        athrow            # none
        HANDLER:
        athrow            # none
        """);
  }

  @Test
  void subroutine_that_releases() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        load a
        dup
        store d
        monitorenter
        call              # 0
        jsr RELEASE
        return            # none
        RELEASE:
        store e           # 0
        load d
        monitorexit       # 0 -0
        ret e             # none
        """);
  }

  @Test
  void code_that_nothing_reaches() throws AnalyzerException {
    check(
        STRUCTURED,
        """
        return
        load a
        monitorenter      # unreachable
        return            # unreachable
        """);
  }
}
