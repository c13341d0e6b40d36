// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.AgentWords;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/**
 * Whether an observed JVM ran with our agent, and what the agent was converting. The agent says so
 * itself in recordings; for others its command line is looked at.
 *
 * @param keepNative classes of the application whose objects the agent left native
 * @param unsaid what would have to be known to be sure, one clause each
 */
record AgentRun(boolean present, boolean converts, KeptNative keepNative, List<String> unsaid) {

  private static final String JAVA_AGENT = "-javaagent:";
  private static final String ENTRY_POINT = "io.github.loomunpin.agent.start.PreMain";

  /** Real ones have a few lines; a JVM that was observed may name any file of this machine. */
  private static final long MOST_BYTES_OF_CONFIG = 1 << 20;

  AgentRun(boolean present, boolean converts, List<String> unsaid) {
    this(present, converts, KeptNative.NONE, unsaid);
  }

  /**
   * @param folder where a file of options may lie that the JVM names by a relative path
   */
  static AgentRun of(Jvm jvm, Path folder) {
    if (jvm.agent().isPresent()) {
      return said(jvm.agent().get());
    }
    if (jvm.arguments().isEmpty()) {
      return new AgentRun(
          false,
          false,
          List.of(
              "does not show the arguments of its JVM: the report assumes that the loom-unpin agent"
                  + " did not run"));
    }
    List<String> unsaid = new ArrayList<>();
    List<String> agents = optionsOfAgents(jvm, folder);
    if (!agents.isEmpty() && jvm.loomUnpin().isEmpty()) {
      unsaid.add(
          "does not show the environment of its JVM: options of the loom-unpin agent in LOOM_UNPIN"
              + " are unknown, and the report assumes that there are none");
    }
    boolean converts = false;
    KeptNative kept = KeptNative.NONE;
    for (String given : agents) {
      Optional<AgentOptions> options = parse(given, jvm, folder, unsaid);
      if (options.isPresent() && options.get().convertsOn(jvm.feature())) {
        converts = true;
        kept = options.get().keptNative();
      }
    }
    return new AgentRun(!agents.isEmpty(), converts, kept, List.copyOf(unsaid));
  }

  private static AgentRun said(AgentWords words) {
    try {
      AgentOptions options = AgentOptions.parse(words.options(), "");
      return new AgentRun(true, words.converts(), options.keptNative(), List.of());
    } catch (BadOptionException e) {
      return new AgentRun(
          true,
          words.converts(),
          List.of(
              "the loom-unpin agent "
                  + words.version()
                  + " had options that this version does not know ("
                  + e.getMessage()
                  + "): the report assumes that it left no class native because of them"));
    }
  }

  /** The options of each time the agent is given; it may be given twice. */
  private static List<String> optionsOfAgents(Jvm jvm, Path folder) {
    List<String> found = new ArrayList<>();
    for (String argument : jvm.options()) {
      if (argument.startsWith(JAVA_AGENT)) {
        int equals = argument.indexOf('=');
        String jar = equals < 0 ? argument : argument.substring(0, equals);
        if (isOurs(jar.substring(JAVA_AGENT.length()).strip(), folder)) {
          found.add(equals < 0 ? "" : argument.substring(equals + 1));
        }
      }
    }
    return found;
  }

  /** By its name, or if it has another one by its manifest, where the file is on this machine. */
  private static boolean isOurs(String jar, Path folder) {
    if (jar.contains("loom-unpin") && jar.endsWith(".jar")) {
      return true;
    }
    Optional<Path> here = RecordedClassPath.find(jar, folder).filter(Files::isRegularFile);
    if (here.isEmpty()) {
      return false;
    }
    try (JarFile file = new JarFile(here.get().toFile())) {
      return file.getManifest() != null
          && ENTRY_POINT.equals(file.getManifest().getMainAttributes().getValue("Premain-Class"));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static Optional<AgentOptions> parse(
      String options, Jvm jvm, Path folder, List<String> unsaid) {
    try {
      return Optional.of(
          AgentOptions.parse(
              options, jvm.loomUnpin().orElse(""), file -> config(file, folder, unsaid)));
    } catch (BadOptionException e) {
      unsaid.add(
          "the loom-unpin agent of this version does not accept its options ("
              + e.getMessage()
              + "): the report assumes that the agent converted nothing");
      return Optional.empty();
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
