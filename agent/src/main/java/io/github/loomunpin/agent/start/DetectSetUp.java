// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.manage.ServerStart;
import io.github.loomunpin.agent.tell.LastWords;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer.BootClassWatch;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets the agent up where it tells of pins and rewrites nothing. */
final class DetectSetUp {

  private DetectSetUp() {}

  static void start(
      Detection detection, AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    OwnThreads.begin();
    List<BootClassWatch> watches = new ArrayList<>();
    watches.add(
        new BootClassWatch(
            ServerStart.FACTORY,
            new ServerStart(options, outcome, instrumentation, Optional.of(detection))));
    if (outcome.log().awaited().isPresent()) {
      watches.add(new BootClassWatch(outcome.log().awaited().get(), outcome.log()));
    }
    ClassWatch.begin(watches, instrumentation);
    Runtime.getRuntime().addShutdownHook(new LastWords(outcome, detection::end));
    detection.begin();
  }
}
