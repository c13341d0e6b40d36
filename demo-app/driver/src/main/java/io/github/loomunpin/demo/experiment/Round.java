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
 * @param showsHolders whether the monitors that pinned are shown, and not only counted
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
    boolean showsHolders) {

  public Round {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
    agentOptions = agentOptions.map(List::copyOf);
  }

  /** One with a warm-up and without the agent, on which the following methods build others. */
  static Round on(int jdk, String id, String title, String name) {
    return new Round(
        id,
        title,
        name,
        jdk,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        true,
        false);
  }

  Round withJar(Path otherJar) {
    return new Round(
        id,
        title,
        name,
        jdk,
        Optional.of(otherJar),
        jvmOptions,
        arguments,
        agentOptions,
        warmUp,
        showsHolders);
  }

  Round withJvm(List<String> options) {
    return new Round(
        id, title, name, jdk, jar, options, arguments, agentOptions, warmUp, showsHolders);
  }

  Round with(List<String> applicationArguments) {
    return new Round(
        id,
        title,
        name,
        jdk,
        jar,
        jvmOptions,
        applicationArguments,
        agentOptions,
        warmUp,
        showsHolders);
  }

  Round withAgent(String... options) {
    var all = Optional.of(List.of(options));
    return new Round(id, title, name, jdk, jar, jvmOptions, arguments, all, warmUp, showsHolders);
  }

  /** One in which every request pins: it has no warm-up, and shows which monitors pinned. */
  Round pinning() {
    return new Round(id, title, name, jdk, jar, jvmOptions, arguments, agentOptions, false, true);
  }
}
