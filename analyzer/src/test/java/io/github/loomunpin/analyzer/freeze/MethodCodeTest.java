// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodCodeTest {

  private static final class Has {

    private synchronized void noTime() throws InterruptedException {
      wait();
    }

    private synchronized void zero() throws InterruptedException {
      wait(0);
    }

    private synchronized void second() throws InterruptedException {
      wait(1_000);
    }

    private synchronized void given(long millis) throws InterruptedException {
      wait(millis);
    }

    private synchronized void either(boolean ever) throws InterruptedException {
      wait(ever ? 0 : 1_000);
    }

    private synchronized void eitherWay(boolean ever) throws InterruptedException {
      wait(ever ? 1_000 : 0);
    }

    private static void ofThread() throws InterruptedException {
      Thread.sleep(10);
    }

    private static void ofUnit() throws InterruptedException {
      TimeUnit.SECONDS.sleep(10);
    }

    private static void ofOther() {
      sleep(10);
    }

    private static void sleep(long millis) {}
  }

  @ParameterizedTest
  @CsvSource({
    "noTime, NONE",
    "zero, NONE",
    "second, TIME",
    "given, PERHAPS",
    "either, PERHAPS",
    "eitherWay, PERHAPS"
  })
  void tells_whether_time_ends_a_wait(String method, Waits.Limit limit) throws IOException {
    MethodCode code = MethodCode.of(classFile()).get(method).getFirst();
    Step call = code.steps().stream().filter(Step::calls).findFirst().orElseThrow();

    assertThat(code.limit(call)).isEqualTo(limit);
  }

  @ParameterizedTest
  @CsvSource({"ofThread, 10000000", "ofUnit, 10000000000"})
  void tells_for_how_long_a_call_sleeps(String method, long nanos) throws IOException {
    assertThat(sleepNanos(method)).hasValue(nanos);
  }

  @Test
  void tells_no_time_of_methods_that_are_called_sleep_as_well() throws IOException {
    assertThat(sleepNanos("ofOther")).isEmpty();
  }

  private static OptionalLong sleepNanos(String method) throws IOException {
    MethodCode code = MethodCode.of(classFile()).get(method).getFirst();
    return code.sleepNanos(code.steps().stream().filter(Step::calls).findFirst().orElseThrow());
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in = MethodCodeTest.class.getResourceAsStream("MethodCodeTest$Has.class")) {
      return in.readAllBytes();
    }
  }
}
