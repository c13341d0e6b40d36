// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import static io.github.loomunpin.demo.experiment.ClassicExperiment.JDK_25;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.KERNEL;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROOT;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROUND_1;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.ROUND_2;
import static io.github.loomunpin.demo.experiment.ClassicExperiment.SQL;

import io.github.loomunpin.demo.experiment.Round.Holders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All rounds of the experiment of 2020, also those in which the JVM may add carriers. Beside them
 * stands the same application with newer libraries, whose maintainers converted their monitors.
 */
final class ClassicRounds {

  private static final List<String> DEFAULT_SCHEDULER = List.of("-DvirtualThreads=true");

  private static final Round KERNEL_300 =
      new Round(
          "kernel-300",
          "300 kernel threads",
          "300 kernel threads",
          21,
          Optional.empty(),
          KERNEL.jvmOptions(),
          List.of("--tomcat-threads", "300"),
          Optional.empty(),
          true,
          Holders.NOT_LOOKED_FOR);

  private static final Round ROUND_1_DEFAULT =
      new Round(
          "round1-default",
          "Round 1, default scheduler",
          "Round 1, default scheduler",
          21,
          Optional.empty(),
          DEFAULT_SCHEDULER,
          List.of(),
          Optional.empty(),
          false,
          Holders.SHOWN);

  private static final Round ROUND_2_DEFAULT =
      new Round(
          "round2-default",
          "Round 2, default scheduler + agent",
          "Round 2, default scheduler",
          21,
          Optional.empty(),
          DEFAULT_SCHEDULER,
          List.of(),
          Optional.of(List.of()),
          true,
          Holders.COUNTED);

  /** As in 2020, when forks made these threads virtual. */
  private static final Round ROUND_2_LIBRARIES =
      new Round(
          "round2-libraries",
          "Round 2, threads of libraries too",
          "Round 2, libraries",
          21,
          Optional.empty(),
          ROUND_2.jvmOptions(),
          List.of(),
          Optional.of(List.of("threads=virtual")),
          true,
          Holders.COUNTED);

  static final Round CONVERTED =
      new Round(
          "converted",
          "virtual threads, Tomcat 9.0.123, PGJDBC 42.7.14",
          "converted by hand",
          21,
          Optional.of(Path.of("demo-app/converted/target/converted.jar")),
          ROUND_1.jvmOptions(),
          List.of(),
          Optional.empty(),
          true,
          Holders.COUNTED);

  private static final List<Round> ROUNDS =
      List.of(
          KERNEL,
          KERNEL_300,
          ROUND_1,
          ROUND_1_DEFAULT,
          ROUND_2,
          ROUND_2_DEFAULT,
          CONVERTED,
          JDK_25);

  /** Of {@code GET /}, by round; nothing else was published. */
  private static final Map<Round, Published> PUBLISHED =
      Map.of(
          KERNEL, Published.of(210.76, 232.02, 1.01, 1.24, 356),
          KERNEL_300, Published.of(214.51, 219.15, 1.00, 1.02, 302),
          ROUND_1, Published.of(12.91, 12.97, 1.01, 1.01, 253),
          ROUND_1_DEFAULT, Published.of(214.80, 224.49, 1.00, 1.66, 375),
          ROUND_2, Published.of(204.22, 218.99, 1.01, 1.07, 234));

  static final Experiment EXPERIMENT =
      new Experiment(
          "the experiment of 2020",
          ClassicExperiment.EXPERIMENT.publication(),
          "fixed schedulers with 16 carriers, all heaps limited to 256 MB",
          ClassicExperiment.EXPERIMENT.application(),
          // Half of the time of 2020, but twice as then: an answer takes one second.
          new Schedule(
              Duration.ofSeconds(3),
              Duration.ofSeconds(2),
              Duration.ofSeconds(5),
              Duration.ofMillis(2500),
              2),
          ClassicExperiment.EXPERIMENT.quick(),
          runs(),
          List.of(
              new Goal.RateBetween(run(ROUND_1, ROOT), 13, 16),
              new Goal.RateAtLeast(run(ROUND_2, ROOT), run(ROUND_1, ROOT), 50),
              new Goal.RateAtLeast(run(ROUND_2, ROOT), run(JDK_25, ROOT), 0.98),
              new Goal.RateAtLeast(run(ROUND_2_DEFAULT, ROOT), run(JDK_25, ROOT), 0.98),
              new Goal.RssAtMost(run(ROUND_2, ROOT), run(KERNEL, ROOT), 1),
              new Goal.RateAtLeast(run(ROUND_2, SQL), run(JDK_25, SQL), 0.98),
              new Goal.RateAtLeast(run(ROUND_2_DEFAULT, SQL), run(JDK_25, SQL), 0.98),
              new Goal.RateAtLeast(run(ROUND_2, SQL), run(CONVERTED, SQL), 0.98),
              new Goal.RssAtMost(run(ROUND_2, SQL), run(KERNEL, SQL), 1),
              new Goal.HoldersInJars(run(ROUND_2, ROOT), 0),
              new Goal.HoldersInJars(run(ROUND_2, SQL), 0)),
          Inventory.NONE);

  private ClassicRounds() {}

  private static List<Run> runs() {
    var runs = new ArrayList<Run>();
    ROUNDS.forEach(round -> runs.add(run(round, ROOT)));
    ROUNDS.forEach(round -> runs.add(run(round, SQL)));
    runs.add(run(ROUND_2_LIBRARIES, SQL));
    return runs;
  }

  /** Those of which figures were published. */
  static List<Round> published() {
    return ROUNDS.stream().filter(PUBLISHED::containsKey).toList();
  }

  static Run run(Round round, Endpoint endpoint) {
    var published =
        endpoint.path().equals(ROOT.path())
            ? Optional.ofNullable(PUBLISHED.get(round))
            : Optional.<Published>empty();
    return new Run(round, endpoint, published, false);
  }
}
