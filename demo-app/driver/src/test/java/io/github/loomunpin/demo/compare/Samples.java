// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.load.Latencies;
import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.run.Pins;
import io.github.loomunpin.demo.run.ProcessStatus;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.setup.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Made-up results; what they say is not what was measured. */
final class Samples {

  static final Experiment CLASSIC = Experiments.classic();
  static final Machine IDLE = new Machine(2, "Linux amd64", 0.1);
  static final Machine BUSY = new Machine(2, "Linux amd64", 20);

  private Samples() {}

  static Comparison comparison(Machine machine) {
    return new Comparison(
        CLASSIC,
        machine,
        CLASSIC.full(),
        List.of(
            measured(CLASSIC.run("kernel-root"), 9_900, 0, 500),
            measured(CLASSIC.run("round1-root"), 150, 9_850, 180),
            measured(CLASSIC.run("round2-root"), 9_000, 0, 400),
            measured(CLASSIC.run("jdk25-root"), 10_000, 0, 420),
            new Row.Skipped(CLASSIC.run("kernel-sql"), "left out <here>"),
            new Row.Failed(CLASSIC.run("jdk25-sql"), "no answer & no log")),
        List.of(
            new Holders(
                CLASSIC.run("round1-root"),
                "a report with <angle brackets>",
                List.of(
                    new Holders.Holder(
                        "SocketProcessorBase.run",
                        "socketWrapper: SocketWrapperBase",
                        false,
                        true,
                        224))),
            new Holders(
                CLASSIC.run("round2-root"),
                "nothing but the JDK",
                List.of(
                    new Holders.Holder("ClassLoader.loadClass", "lock: Object", true, false, 3)))),
        List.of(new MonitorCount(CLASSIC.inventory().libraries().getFirst(), 9, 3)));
  }

  static Result result(Run run) {
    return result(run, 1, 0, 1);
  }

  private static Row measured(Run run, long answered, long errors, long megabytes) {
    return new Row.Measured(result(run, answered, errors, megabytes));
  }

  private static Result result(Run run, long answered, long errors, long megabytes) {
    return new Result(
        run,
        new Measurement(
            Duration.ofSeconds(10),
            answered,
            10_000,
            errors,
            new Latencies(Map.of(50.0, Duration.ofMillis(1010), 99.0, Duration.ofMillis(1080)))),
        Optional.of(new ProcessStatus(megabytes << 20, 48)),
        new Pins(7, Duration.ofSeconds(7), Duration.ofSeconds(1)),
        Path.of("target", "demo", run.id() + ".jfr"));
  }
}
