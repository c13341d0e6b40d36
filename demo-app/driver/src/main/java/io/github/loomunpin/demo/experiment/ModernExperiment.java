// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import io.github.loomunpin.demo.experiment.Run.Published;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Spring Boot 3 with its defaults, asked a thousand times at once for something that takes five
 * seconds: on 200 kernel threads, and on virtual threads that a property switches on.
 */
final class ModernExperiment {

  private static final Endpoint RUN =
      new Endpoint(
          "run",
          "/thread-application/run",
          "sleeps 5 s",
          new Load.AtOnce(1000, "/thread-application/run/100"),
          List.of(),
          "");

  private static final Run KERNEL = run("modern-kernel", "200 kernel threads", false, 15);
  private static final Run VIRTUAL = run("modern-virtual", "virtual threads", true, 5);

  static final Experiment EXPERIMENT =
      new Experiment(
          "virtual threads by a property",
          new Experiment.Publication(
              "published",
              "Published: Spring Boot 3 on Tomcat 10.1, measured with ab -n 1000 -c 1000; the medians were about"
                  + " 15 s and 5 s, and nothing else is known."),
          "Spring Boot's defaults, but a queue of 1000 connections (server.tomcat.accept-count). With Tomcat's 100 the"
              + " system turns away connections that come faster than two processors take them, each of these tries"
              + " again after a second or more, and that is not about threads. All heaps limited to 256 MB. Before, as"
              + " many requests at once sleep 100 ms, again and again until half of the answers come no sooner than"
              + " three times before, or for 15 s",
          new Application(
              Path.of("demo-app/modern/target/modern.jar"),
              List.of("-Xmx256m"),
              List.of("--server.port=0", "--server.tomcat.accept-count=1000"),
              0),
          // Two hundred threads need 25 s for a thousand requests.
          new Schedule(
              Duration.ofSeconds(15), Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO, 1),
          new Schedule(
              Duration.ofSeconds(6), Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO, 1),
          List.of(KERNEL, VIRTUAL),
          List.of(new Goal.P50Near(KERNEL, 15, 0.1), new Goal.P50Near(VIRTUAL, 5, 0.1)));

  private ModernExperiment() {}

  private static Run run(String id, String title, boolean virtual, double p50) {
    return new Run(
        Round.on(21, id, title, title).with(List.of("--spring.threads.virtual.enabled=" + virtual)),
        RUN,
        Optional.of(
            new Published(List.of(), Optional.of(p50), Optional.empty(), Optional.empty())));
  }
}
