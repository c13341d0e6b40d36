// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.test.whitebox.WhiteBox;
import org.jacoco.core.instr.Instrumenter;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.util.CheckClassAdapter;

/** Starts {@link CorpusMain} on the JDK whose monitors pin. */
final class TargetJvm {

  private static final Duration TIMEOUT = Duration.ofHours(2);

  private static final List<String> VERIFY = List.of("-Xverify:all");

  private static final List<String> COMPILE =
      List.of(
          // Verified in the other JVM; here stand-ins for missing classes must not disturb.
          "-XX:-BytecodeVerificationRemote",
          "-XX:-BackgroundCompilation",
          "-XX:ReservedCodeCacheSize=1g");

  private final Jdk jdk;
  private final Path folder;
  private final Path boot;

  TargetJvm(Jdk jdk, Path folder) throws IOException {
    this.jdk = jdk;
    this.folder = folder;
    this.boot = whiteBox(folder.resolve("boot"));
  }

  CorpusResult verify(Path list) throws Exception {
    return run("verify", VERIFY, list);
  }

  CorpusResult instrument(Path list) throws Exception {
    return run("instrument", VERIFY, list);
  }

  /**
   * @param byC2 whether not only by C1; both refuse unpaired monitors
   */
  CorpusResult compile(Path list, boolean byC2) throws Exception {
    List<String> options = new ArrayList<>(COMPILE);
    options.add("-Dcorpus.levels=" + (byC2 ? "1,4" : "1"));
    if (!byC2) {
      options.add("-XX:TieredStopAtLevel=1");
    }
    options.add(
        "-Xlog:monitormismatch=info:file="
            + folder.resolve("monitormismatch.log")
            + "::filecount=0");
    return run("compile", options, list);
  }

  /**
   * Loads every class under OpenTelemetry's agent, and then under this one as well if asked.
   *
   * @return what happened to each, by artifact and class
   */
  Map<String, String> load(Path list, boolean withAgent) throws Exception {
    String name = withAgent ? "load-rewritten" : "load";
    Path result = folder.resolve(name + ".result");
    JavaCommand java =
        whiteBoxed()
            .options("-javaagent:" + Settings.library("opentelemetry").getFirst())
            .options("-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none")
            .options("-Dotel.logs.exporter=none");
    if (withAgent) {
      // Not strict: some classes were compiled for other versions of those they use, and do not
      // verify in any case.
      java.agent(Settings.agentJar());
    }
    java.options(VERIFY)
        .classPath(classPath())
        .main(LoadMain.class, list.toString(), result.toString())
        .printingTo(folder.resolve(name + ".log"))
        .run(TIMEOUT)
        .successfully();
    Map<String, String> loaded = new TreeMap<>();
    for (String line : Files.readAllLines(result)) {
      int end = line.indexOf('\t', line.indexOf('\t') + 1);
      loaded.put(line.substring(0, end), line.substring(end + 1));
    }
    return loaded;
  }

  private JavaCommand whiteBoxed() {
    return jdk.java()
        .options("-Xmx2g", "-Djava.awt.headless=true")
        .options("-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI")
        .options("-Xbootclasspath/a:" + boot);
  }

  private CorpusResult run(String mode, List<String> options, Path list) throws Exception {
    Path result = list.resolveSibling(mode + ".result");
    Files.deleteIfExists(result);
    whiteBoxed()
        .options(options)
        .classPath(classPath())
        .main(CorpusMain.class, mode, list.toString(), result.toString())
        .printingTo(list.resolveSibling(mode + ".log"))
        .run(TIMEOUT)
        .successfully();
    return CorpusResult.read(result);
  }

  /** The interface to the JVM must be a class of the boot loader. */
  private static Path whiteBox(Path root) throws IOException {
    String name = WhiteBox.class.getName().replace('.', '/') + ".class";
    Files.createDirectories(root.resolve(name).getParent());
    try (InputStream in = TargetJvm.class.getResourceAsStream("/" + name)) {
      Files.copy(in, root.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    return root;
  }

  /**
   * The rewriter and the rules are those in the agent's jar; the checks have an ASM of their own.
   */
  private static String classPath() {
    return ClassPathArgument.of(
        Stream.concat(
                Stream.of(Settings.agentJar()),
                Stream.of(
                        CorpusMain.class,
                        ClassReader.class,
                        ClassNode.class,
                        Analyzer.class,
                        JSRInlinerAdapter.class,
                        CheckClassAdapter.class,
                        Instrumenter.class)
                    .map(ClassPathArgument::entry))
            .toList());
  }
}
