// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PatientPrinterTest {

  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private final CountDownLatch reads = new CountDownLatch(1);

  /** Counts the bytes of the expected lines down. */
  private CountDownLatch expected;

  /** A pipe that nobody reads until it is told so. */
  private final PrintStream pipe =
      new PrintStream(
          new OutputStream() {
            @Override
            public void write(int b) {
              boolean isInterrupted = false;
              while (true) {
                try {
                  reads.await();
                  break;
                } catch (InterruptedException e) {
                  isInterrupted = true;
                }
              }
              if (isInterrupted) {
                Thread.currentThread().interrupt();
              }
              read.write(b);
              expected.countDown();
            }
          });

  @Test
  void a_line_is_printed_on_return() {
    PatientPrinter printer = new PatientPrinter(new PrintStream(read));

    printer.println("one");
    printer.println("two");

    assertThat(read.toString(StandardCharsets.UTF_8).lines()).containsExactly("one", "two");
  }

  @Test
  void nobody_waits_for_ever_for_a_reader_and_a_late_reader_gets_all_lines_in_order()
      throws Exception {
    String lines = "one\ntwo\nthree\n".replace("\n", System.lineSeparator());
    expected = new CountDownLatch(lines.length());
    PatientPrinter printer = new PatientPrinter(pipe, 50);

    printer.println("one");
    printer.println("two");
    printer.println("three");

    assertThat(read.size()).isZero();
    reads.countDown();
    expected.await();
    assertThat(read.toString(StandardCharsets.UTF_8)).isEqualTo(lines);
  }

  @Test
  void a_reader_that_never_comes_does_not_fill_the_memory() throws Exception {
    int last = PatientPrinter.MOST;
    int bytes = 0;
    for (int i = 0; i <= last; i++) {
      bytes += (i + System.lineSeparator()).length();
    }
    expected = new CountDownLatch(bytes);
    PatientPrinter printer = new PatientPrinter(pipe, 50);

    for (int i = 0; i < 1000; i++) {
      printer.println("" + i);
    }

    reads.countDown();
    expected.await();
    assertThat(read.toString(StandardCharsets.UTF_8).lines()).hasSize(last + 1).endsWith("" + last);
  }

  @Test
  void a_thread_that_keeps_the_lock_of_the_stream_does_not_wait_for_itself() {
    PrintStream stream = new PrintStream(read) {
          // The lock of a subclass is its monitor.
        };
    PatientPrinter printer = new PatientPrinter(stream, 50);

    synchronized (stream) {
      printer.println("one");
      assertThat(read.size()).isZero();
    }
  }
}
