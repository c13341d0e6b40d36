// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.watch;

import io.github.loomunpin.analyzer.record.RecordException;
import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The agent's jar, and the small one beside it that is attached: a JVM that runs cannot have what
 * the agent's own manifest asks for.
 */
final class AgentJar {

  private static final Attributes.Name AGENT_CLASS = new Attributes.Name("Agent-Class");
  private static final Attributes.Name PREMAIN_CLASS = new Attributes.Name("Premain-Class");
  private static final String ENTRY_POINT = "io.github.loomunpin.agent.start.PreMain";

  /** As the build calls it, which comes first, or a repository. */
  private static final String NAME = "loom-unpin(-agent(-\\d[\\w.-]*?)?)?\\.jar";

  private static final String NOT_THE_AGENT = "-(attach|sources|javadoc)\\.jar";

  private AgentJar() {}

  /**
   * The jar to be attached.
   *
   * @param given the agent's jar; looked for beside the analyzer's and in the build if empty
   * @param folder where one is made if the agent has none beside it
   */
  static Path toAttach(Optional<Path> given, Path folder) throws RecordException {
    Path agent = given.isPresent() ? given.get().toAbsolutePath() : find();
    Attributes attributes = attributes(agent);
    if (ENTRY_POINT.equals(attributes.getValue(AGENT_CLASS))) {
      return agent;
    }
    if (!ENTRY_POINT.equals(attributes.getValue(PREMAIN_CLASS))) {
      throw new RecordException(agent + " is not loom-unpin's agent");
    }
    Path beside =
        agent.resolveSibling(agent.getFileName().toString().replaceFirst("\\.jar$", "-attach.jar"));
    return Files.exists(beside) ? beside : made(agent, folder);
  }

  private static Attributes attributes(Path agent) throws RecordException {
    try (JarFile jar = new JarFile(agent.toFile())) {
      return Optional.ofNullable(jar.getManifest()).orElseGet(Manifest::new).getMainAttributes();
    } catch (IOException e) {
      throw new RecordException(
          "cannot read the agent "
              + agent
              + (Files.exists(agent) ? "" : ": there is no such file"));
    }
  }

  private static Path find() throws RecordException {
    Optional<Path> analyzer = OwnFiles.jarOf(AgentJar.class).map(File::toPath);
    List<Path> folders =
        analyzer.stream()
            .map(Path::toAbsolutePath)
            .flatMap(
                jar -> Stream.of(jar.getParent(), jar.resolve("../../../agent/target").normalize()))
            .toList();
    for (Path folder : folders) {
      Optional<Path> found = in(folder);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new RecordException(
        "loom-unpin.jar is not beside "
            + analyzer.map(jar -> jar.getFileName().toString()).orElse("the analyzer")
            + "; name it with --agent");
  }

  private static Optional<Path> in(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(NAME))
          .filter(file -> !file.getFileName().toString().matches(".*" + NOT_THE_AGENT))
          .min(Comparator.comparingInt(file -> file.getFileName().toString().length()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path made(Path agent, Path folder) throws RecordException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(AGENT_CLASS, ENTRY_POINT);
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, agent.toUri().toString());
    Path jar = folder.resolve("loom-unpin-attach.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    } catch (IOException e) {
      throw new RecordException("cannot write " + jar + ": " + e.getMessage());
    }
    return jar;
  }
}
