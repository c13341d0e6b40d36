// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Tells this build of the agent from others: what one has decided is nothing to another. */
public final class AgentBuild {

  private AgentBuild() {}

  /** In words, by the agent's jar; empty if it is in none. */
  public static Optional<String> id() {
    Optional<File> jar = OwnFiles.jarOf(AgentBuild.class);
    if (jar.isEmpty()) {
      return Optional.empty();
    }
    try (InputStream in = new FileInputStream(jar.get())) {
      return Optional.of("agent " + Sums.of(in.readAllBytes()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
