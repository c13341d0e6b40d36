// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import java.nio.file.Path;
import java.util.List;

/**
 * A program beside another agent, once with the other agent before and once with it after this one
 * on the command line.
 *
 * @param name what tells the program's runs from others of the scenario
 * @param agentOptions more options of this project's agent
 */
record BothOrders(Lab lab, List<Path> path, String name, String... agentOptions) {

  /**
   * Runs both and returns the outcomes.
   *
   * @param before the option that starts the other agent, where it is before this one
   * @param after the same where it is after this one
   * @param command the main class and its arguments
   */
  String run(String before, String after, String... command) throws Exception {
    String first = java("before").optionsBeforeAgent(before).main(command).run();
    String second = java("after").options(after).main(command).run();
    if (first.isEmpty()) {
      throw new AssertionError("no outcome");
    }
    return first + "\n" + second;
  }

  private JavaRun java(String order) {
    return lab.java(order + name).moreAgentOptions(agentOptions).classPath(path);
  }
}
