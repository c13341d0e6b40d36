// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a JVM says when jcmd asks; nothing, if it does not answer, as one without memory may. */
final class JcmdAnswers {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Pattern TOTAL =
      Pattern.compile("^Total\\s+\\d+\\s+(\\d+)\\s*$", Pattern.MULTILINE);
  private static final Pattern TICKS = counter("java.ci.totalTime");
  private static final Pattern TICKS_A_SECOND = counter("sun.os.hrt.frequency");

  private JcmdAnswers() {}

  private static Pattern counter(String name) {
    return Pattern.compile("^" + Pattern.quote(name) + "=(\\d+)\\s*$", Pattern.MULTILINE);
  }

  private static Optional<String> ask(Jdk jdk, long pid, String command)
      throws InterruptedException {
    try {
      var answer = jdk.tool("jcmd", Long.toString(pid), command).run(TIMEOUT);
      return Optional.of(answer.successfully().output());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * What is alive in the heap.
   *
   * @param bytes of all objects
   * @param histogram how many objects of which class take how much
   */
  record Heap(long bytes, String histogram) {}

  /** Collects the garbage first. */
  static Optional<Heap> heap(Jdk jdk, long pid) throws InterruptedException {
    return ask(jdk, pid, "GC.class_histogram").flatMap(JcmdAnswers::heapIn);
  }

  static Optional<Heap> heapIn(String histogram) {
    var total = TOTAL.matcher(histogram);
    return total.find()
        ? Optional.of(new Heap(Long.parseLong(total.group(1)), histogram))
        : Optional.empty();
  }

  /** How long all compilers together have compiled since the start of the JVM. */
  static Optional<Duration> compilation(Jdk jdk, long pid) throws InterruptedException {
    return ask(jdk, pid, "PerfCounter.print").flatMap(JcmdAnswers::compilationIn);
  }

  static Optional<Duration> compilationIn(String counters) {
    var ticks = TICKS.matcher(counters);
    var rate = TICKS_A_SECOND.matcher(counters);
    return ticks.find() && rate.find()
        ? Optional.of(
            Duration.ofMillis(
                Math.round(
                    1000 * Double.parseDouble(ticks.group(1)) / Double.parseDouble(rate.group(1)))))
        : Optional.empty();
  }
}
