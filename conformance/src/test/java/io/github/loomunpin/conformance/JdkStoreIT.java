// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the agent's jar knows of the JDK's classes from its build, beside what the agent makes of
 * them where it does not know.
 */
class JdkStoreIT {

  private static final String STORE = "loom-unpin/jdk.store";
  private static final String REWRITER = "shaded.asm.tree.MethodNode ";

  @TempDir private Path folder;

  @BeforeAll
  static void assumeJdk() {
    Settings.assumeJdk21();
  }

  private Path agentWithoutStore() throws IOException {
    Path agent = Files.copy(Settings.agentJar(), folder.resolve("without-store.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(agent)) {
      Files.delete(jar.getPath(STORE));
    }
    return agent;
  }

  /** What a JVM prints that does nothing but start. */
  private static String started(Path agent, String options) throws Exception {
    return started(Jdk.named(21).orElseThrow(), agent, options);
  }

  private static String started(Jdk jdk, Path agent, String options) throws Exception {
    return jdk.java()
        .options("-Xlog:class+load")
        .agent(agent, options)
        .options("-version")
        .program()
        .printing(new Output.Captured())
        .run(Duration.ofMinutes(10))
        .successfully()
        .output();
  }

  private static void usesRewriter(Path agent, String options, boolean isExpected)
      throws Exception {
    usesRewriter(Jdk.named(21).orElseThrow(), agent, options, isExpected);
  }

  private static void usesRewriter(Jdk jdk, Path agent, String options, boolean isExpected)
      throws Exception {
    String log = started(jdk, agent, "strict=true" + options);
    int redefined = log.lastIndexOf("java.io.BufferedReader source: __VM_RedefineClasses__");

    assertThat(redefined).isPositive();
    // What rewrites the application's classes is loaded later, by a thread of its own.
    assertThat(log.substring(0, redefined).contains(REWRITER)).isEqualTo(isExpected);
  }

  /** Those that the agent's jar was built for. */
  private static List<Jdk> jdks() {
    return Stream.of("21", "21.0.2", "21.0.4").map(Jdk::named).flatMap(Optional::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void with_it_the_start_rewrites_no_class(Jdk jdk) throws Exception {
    usesRewriter(jdk, Settings.agentJar(), "", false);
    usesRewriter(jdk, agentWithoutStore(), "", true);
  }

  @Test
  void on_another_jdk_a_cache_has_the_classes() throws Exception {
    Path agent = agentWithoutStore();
    Path dump = folder.resolve("cached");
    String cache = ",cache=" + folder.resolve("jdk.cache");
    usesRewriter(agent, cache + ",cache.update=true", true);
    usesRewriter(agent, cache, false);
    started(agent, "dump=" + dump + cache);
    started(Settings.agentJar(), "dump=" + folder.resolve("with"));

    assertThat(classes(dump)).isEqualTo(classes(folder.resolve("with")));
  }

  @Test
  void the_classes_are_those_that_rewriting_makes() throws Exception {
    Path with = folder.resolve("with");
    Path without = folder.resolve("without");
    started(Settings.agentJar(), "dump=" + with);
    started(agentWithoutStore(), "dump=" + without);

    assertThat(classes(with)).containsKey("java/io/BufferedReader.after.class");
    assertThat(classes(with)).isEqualTo(classes(without));
  }

  private static Map<String, Integer> classes(Path dump) throws IOException {
    Map<String, Integer> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(dump)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        classes.put(dump.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return classes;
  }

  @Test
  void each_build_makes_the_same() throws Exception {
    Path made = folder.resolve("made");
    Path maker =
        Jars.of(
            folder.resolve("maker.jar"),
            Files.createDirectory(folder.resolve("nothing")),
            Map.of(
                "Premain-Class",
                "io.github.loomunpin.agent.start.JdkStoreBuild",
                "Can-Retransform-Classes",
                "true",
                "Can-Maintain-Original-Method-Order",
                "true"));
    for (Jdk jdk : jdks()) {
      jdk.java()
          .agent(maker, made.toString())
          .classPath(Settings.agentJar())
          .options("-version")
          .program()
          .run(Duration.ofMinutes(10))
          .successfully();
    }
    try (FileSystem jar = FileSystems.newFileSystem(Settings.agentJar())) {
      assertThat(made).hasSameBinaryContentAs(jar.getPath(STORE));
    }
  }
}
