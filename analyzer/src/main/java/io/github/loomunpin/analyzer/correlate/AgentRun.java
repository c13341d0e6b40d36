// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether an observed JVM ran with our agent, and whether the agent was converting monitors.
 *
 * @param unsaid what would have to be known to be sure, one clause each
 */
record AgentRun(boolean present, boolean converts, List<String> unsaid) {

  private static final String JAVA_AGENT = "-javaagent:";

  /** Real ones have a few lines; a JVM that was observed may name any file of this machine. */
  private static final long MOST_BYTES_OF_CONFIG = 1 << 20;

  /**
   * @param folder where a file of options may lie that the JVM names by a relative path
   */
  static AgentRun of(Jvm jvm, Path folder) {
    if (jvm.arguments().isEmpty()) {
      return new AgentRun(
          false,
          false,
          List.of(
              "does not tell the arguments of its JVM: the report assumes that the loom-unpin agent"
                  + " did not run"));
    }
    List<String> unsaid = new ArrayList<>();
    List<String> agents = optionsOfAgents(jvm.arguments().get());
    if (!agents.isEmpty() && jvm.loomUnpin().isEmpty()) {
      unsaid.add(
          "does not tell the environment of its JVM: options of the loom-unpin agent in LOOM_UNPIN"
              + " are unknown, and the report assumes that there are none");
    }
    boolean converts = false;
    for (String options : agents) {
      converts |= converts(options, jvm, folder, unsaid);
    }
    return new AgentRun(!agents.isEmpty(), converts, List.copyOf(unsaid));
  }

  /** The options of each time the agent is given; it may be given twice. */
  private static List<String> optionsOfAgents(String arguments) {
    List<String> found = new ArrayList<>();
    // The arguments are not quoted, so a path with blanks looks like several of them.
    for (String argument : arguments.split("(?:^|\\s+)(?=-)")) {
      if (argument.startsWith(JAVA_AGENT)) {
        int equals = argument.indexOf('=');
        String jar = equals < 0 ? argument : argument.substring(0, equals);
        if (jar.contains("loom-unpin") && jar.strip().endsWith(".jar")) {
          found.add(equals < 0 ? "" : argument.substring(equals + 1));
        }
      }
    }
    return found;
  }

  private static boolean converts(String options, Jvm jvm, Path folder, List<String> unsaid) {
    try {
      return AgentOptions.parse(
              options, jvm.loomUnpin().orElse(""), file -> config(file, folder, unsaid))
          .convertsOn(jvm.feature());
    } catch (BadOptionException e) {
      unsaid.add(
          "the loom-unpin agent of this version does not accept its options ("
              + e.getMessage()
              + "): the report assumes that the agent converted nothing");
      return false;
    }
  }

  private static Reader config(String file, Path folder, List<String> unsaid) throws IOException {
    Optional<Path> here = RecordedClassPath.find(file, folder).filter(AgentRun::mayBeConfig);
    if (here.isEmpty()) {
      unsaid.add(
          "the loom-unpin agent read options from "
              + file
              + ", which is not on this machine: the report assumes that it is empty");
      return Reader.nullReader();
    }
    return Files.newBufferedReader(here.get());
  }

  private static boolean mayBeConfig(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.isReadable(file)
          && Files.size(file) <= MOST_BYTES_OF_CONFIG;
    } catch (IOException e) {
      return false;
    }
  }
}
