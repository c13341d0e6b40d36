// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.demo;

import io.github.loomunpin.bench.shared.Sample;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Start-up times of an application; the first setting is what the others are compared with. */
final class DemoTable {

  private final String subject;
  private final Map<DemoSetting, List<DemoRun>> runs;

  DemoTable(String subject, Map<DemoSetting, List<DemoRun>> runs) {
    this.subject = subject;
    this.runs = runs;
  }

  String raw() {
    StringBuilder raw = new StringBuilder("setting,round,answered s,spring s,cpu s,main s\n");
    runs.forEach(
        (setting, all) -> {
          for (int round = 0; round < all.size(); round++) {
            DemoRun run = all.get(round);
            raw.append(
                String.format(
                    Locale.ROOT,
                    "%s,%d,%.3f,%.3f,%.3f,%.3f\n",
                    setting.name(),
                    round,
                    run.answered(),
                    run.spring(),
                    run.cpu(),
                    run.main()));
          }
        });
    return raw.toString();
  }

  @Override
  public String toString() {
    List<DemoRun> baseline = runs.values().iterator().next();
    StringBuilder table =
        new StringBuilder(
            "| start-up of "
                + subject
                + ", s ("
                + baseline.size()
                + " rounds) | to first answer, median | min | max | ÷ no agent"
                + " | CPU time | ÷ no agent | main thread | ÷ no agent | \"Started in\" |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    Sample wallBaseline = sample(baseline, DemoRun::answered);
    Sample cpuBaseline = sample(baseline, DemoRun::cpu);
    Sample mainBaseline = sample(baseline, DemoRun::main);
    runs.forEach(
        (setting, all) -> {
          Sample wall = sample(all, DemoRun::answered);
          Sample cpu = sample(all, DemoRun::cpu);
          Sample main = sample(all, DemoRun::main);
          table.append(
              String.format(
                  Locale.ROOT,
                  "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n",
                  setting.name(),
                  wall.cells("%.2f"),
                  wall.dividedBy(wallBaseline).median(),
                  cpu.median(),
                  cpu.dividedBy(cpuBaseline).median(),
                  main.median(),
                  main.dividedBy(mainBaseline).median(),
                  sample(all, DemoRun::spring).median()));
        });
    return table.toString();
  }

  private static Sample sample(List<DemoRun> runs, ToDoubleFunction<DemoRun> figure) {
    return new Sample(runs.stream().mapToDouble(figure).boxed().toList());
  }
}
