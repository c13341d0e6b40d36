// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.rules.site.SiteScanner;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.test.whitebox.WhiteBox;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.util.CheckClassAdapter;

/** Starts {@link CorpusMain} on the JDK whose monitors pin. */
final class TargetJvm {

  private static final List<String> VERIFY = List.of("-Xverify:all");

  private static final List<String> COMPILE =
      List.of(
          // Verified in the other JVM; here stand-ins for missing classes must not disturb.
          "-XX:-BytecodeVerificationRemote",
          "-XX:-BackgroundCompilation",
          "-XX:ReservedCodeCacheSize=1g");

  private final Path home;
  private final Path folder;

  TargetJvm(Path home, Path folder) {
    this.home = home;
    this.folder = folder;
  }

  CorpusResult verify(Path list) throws Exception {
    return run("verify", VERIFY, list);
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
    File log = folder.resolve(mode + ".log").toFile();
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    command.add("-Xmx2g");
    command.add("-Djava.awt.headless=true");
    command.add("-XX:+UnlockDiagnosticVMOptions");
    command.add("-XX:+WhiteBoxAPI");
    command.add("-Xbootclasspath/a:" + whiteBox());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), CorpusMain.class.getName()));
    command.addAll(List.of(mode, list.toString(), result.toString()));
    Files.deleteIfExists(result);
    int status =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start().waitFor();
    if (status != 0) {
      throw new IllegalStateException("exit code " + status + ", see " + log);
    }
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

  private static String classPath() {
    return Stream.of(
            CorpusMain.class,
            ClassRewriter.class,
            SiteScanner.class,
            ClassReader.class,
            ClassNode.class,
            Analyzer.class,
            JSRInlinerAdapter.class,
            CheckClassAdapter.class)
        .map(TargetJvm::location)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> c) {
    try {
      return Path.of(c.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
