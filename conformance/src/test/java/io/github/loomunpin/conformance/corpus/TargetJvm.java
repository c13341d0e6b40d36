// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.ClassPath;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  TargetJvm(Jdk jdk, Path folder) {
    this.jdk = jdk;
    this.folder = folder;
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

  private CorpusResult run(String mode, List<String> options, Path list) throws Exception {
    Path result = folder.resolve(mode + ".result");
    Files.deleteIfExists(result);
    jdk.java()
        .options("-Xmx2g", "-Djava.awt.headless=true")
        .options("-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI")
        .options("-Xbootclasspath/a:" + whiteBox())
        .options(options)
        .classPath(classPath())
        .main(CorpusMain.class, mode, list.toString(), result.toString())
        .printingTo(folder.resolve(mode + ".log"))
        .run(TIMEOUT)
        .successfully();
    return CorpusResult.read(result);
  }

  /** The interface to the JVM must be a class of the boot loader. */
  private Path whiteBox() throws IOException {
    String name = WhiteBox.class.getName().replace('.', '/') + ".class";
    Path root = folder.resolve("boot");
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
    return ClassPath.of(
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
                    .map(ClassPath::entry))
            .toList());
  }
}
