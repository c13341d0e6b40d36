// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.transform.Refusal;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DefinitionGuardTest {

  private static final ClassLoader LOADER = DefinitionGuardTest.class.getClassLoader();
  private static final Throwable MALFORMED = new ClassFormatError("made");
  private static final byte[] GOOD = Programs.classFile(DefinitionGuardTest.class);
  private static final byte[] BAD = Arrays.copyOf(GOOD, GOOD.length / 2);

  private Outcome outcome;

  @BeforeEach
  void hush() throws BadOptionException {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    outcome = new Outcome(nowhere, AgentOptions.parse("", ""));
  }

  private Throwable refused(byte[] original, Optional<byte[]> rewritten, Throwable refusal) {
    return new DefinitionGuard((loader, file) -> rewritten, outcome)
        .refused(LOADER, original, refusal);
  }

  @Test
  void a_rewrite_that_the_jvm_refuses_is_named() {
    assertThat(refused(GOOD, Optional.of(BAD), MALFORMED)).isSameAs(MALFORMED);
    assertThat(outcome.snapshot().unsafe()).isEqualTo(1);
    assertThat(outcome.snapshot().problems().getFirst()).contains(getClass().getName());
  }

  @Test
  void what_was_malformed_before_is_not() {
    assertThat(refused(BAD, Optional.of(BAD), MALFORMED)).isSameAs(MALFORMED);
    assertThat(refused(GOOD, Optional.empty(), MALFORMED)).isSameAs(MALFORMED);
    assertThat(refused(GOOD, Optional.of(GOOD), MALFORMED)).isSameAs(MALFORMED);
    assertThat(outcome.snapshot().unsafe()).isZero();
  }

  @Test
  void a_missing_superclass_is_nobodys_fault_here() {
    Throwable missing = new NoClassDefFoundError("app/Base");

    assertThat(refused(GOOD, Optional.of(BAD), missing)).isSameAs(missing);
    assertThat(outcome.snapshot().unsafe()).isZero();
  }

  @Test
  void a_class_that_was_not_rewritten_for_want_of_stack_or_memory_fails_as_the_jvm_would() {
    for (VirtualMachineError lacked :
        new VirtualMachineError[] {new StackOverflowError(), new OutOfMemoryError()}) {
      byte[] file = Refusal.classFile(lacked);
      Throwable named = defining("app.Named", file);
      Throwable unnamed = defining(null, file);

      assertThat(named).isInstanceOf(NoClassDefFoundError.class);
      assertThat(unnamed).isInstanceOf(SecurityException.class);
      assertThat(refused(GOOD, Optional.empty(), named)).hasSameClassAs(lacked);
      assertThat(refused(GOOD, Optional.empty(), unnamed)).hasSameClassAs(lacked);
    }
  }

  private static Throwable defining(String name, byte[] classFile) {
    class Defining extends ClassLoader {
      Throwable refusal() {
        try {
          throw new AssertionError("defined " + defineClass(name, classFile, 0, classFile.length));
        } catch (LinkageError | SecurityException e) {
          return e;
        }
      }
    }

    return new Defining().refusal();
  }
}
