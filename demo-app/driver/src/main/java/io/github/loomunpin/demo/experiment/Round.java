// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One of the ways in which an application is run.
 *
 * @param id as it appears in file names
 * @param title as it appears in tables
 * @param name short, as in "Round 2 against kernel threads"
 * @param jdk the feature version of the JDK it runs on
 * @param jar the same application with other libraries; empty if it is the experiment's own
 * @param arguments what the application is given for it
 * @param agentOptions of loom-unpin, besides the folder of its report; empty if it runs without the
 *     agent
 * @param warmUp whether load may come before the measured load. Not where every request pins a
 *     carrier: what the carriers do not get done stays queued in front of everything measured later
 * @param holders whether it is looked for the monitors that pinned
 */
public record Round(
    String id,
    String title,
    String name,
    int jdk,
    Optional<Path> jar,
    List<String> jvmOptions,
    List<String> arguments,
    Optional<List<String>> agentOptions,
    boolean warmUp,
    Holders holders) {

  /** What is done with the monitors that pinned. */
  public enum Holders {
    NOT_LOOKED_FOR,
    /** There should be none. */
    COUNTED,
    /** The analyzer's report is part of the comparison. */
    SHOWN
  }

  public Round {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    agentOptions = agentOptions.map(List::copyOf);
  }
}
