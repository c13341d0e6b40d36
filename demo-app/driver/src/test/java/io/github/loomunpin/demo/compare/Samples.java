// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Pins;
import io.github.loomunpin.demo.run.ProcessStatus;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Round;
import io.github.loomunpin.demo.run.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Made-up results; what they say is not what was measured. */
final class Samples {

  static final Machine IDLE = new Machine(2, "Linux amd64", 0.1);
  static final Machine BUSY = new Machine(2, "Linux amd64", 20);

  private Samples() {}

  static Comparison comparison(Machine machine) {
    return new Comparison(
        machine,
        Schedule.full(),
        List.of(
            measured(Round.KERNEL, Endpoint.ROOT, 9_900, 0, 500),
            measured(Round.ROUND_1, Endpoint.ROOT, 150, 9_850, 180),
            measured(Round.ROUND_2, Endpoint.ROOT, 9_000, 0, 400),
            measured(Round.JDK_25, Endpoint.ROOT, 10_000, 0, 420),
            new Row.Skipped(Round.KERNEL, Endpoint.SQL, "left out <here>"),
            new Row.Failed(Round.JDK_25, Endpoint.SQL, "no answer & no log")),
        List.of(
            new Holders(
                Round.ROUND_1,
                Endpoint.ROOT,
                "a report with <angle brackets>",
                List.of(
                    new Holders.Holder(
                        "SocketProcessorBase.run",
                        "socketWrapper: SocketWrapperBase",
                        false,
                        224))),
            new Holders(
                Round.ROUND_2,
                Endpoint.ROOT,
                "nothing but the JDK",
                List.of(new Holders.Holder("ClassLoader.loadClass", "lock: Object", true, 3)))),
        List.of(new MonitorCount(MonitorCount.Library.HIKARICP, 9, 3)));
  }

  private static Row measured(
      Round round, Endpoint endpoint, long answered, long errors, long megabytes) {
    return new Row.Measured(
        new Result(
            round,
            endpoint,
            new Measurement(
                Duration.ofSeconds(10),
                answered,
                10_000,
                errors,
                Duration.ofMillis(1010),
                Duration.ofMillis(1080)),
            Optional.of(new ProcessStatus(megabytes << 20, 48)),
            new Pins(7, Duration.ofSeconds(7), Duration.ofSeconds(1)),
            Path.of("target", "demo", round.id() + ".jfr")));
  }
}
