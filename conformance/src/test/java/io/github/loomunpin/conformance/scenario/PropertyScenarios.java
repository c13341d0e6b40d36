// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import static java.util.Map.entry;

import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Torture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Properties that the JDK reads once, and that a program sets before it does. */
final class PropertyScenarios {
  private static final Pattern INITIALIZING =
      Pattern.compile("Initializing '([^']+)'.* by thread \"(.*)\"");

  /** Writes the last line when the application has ended. */
  private static final String TALLY = "loom-unpin tally";

  private static final String ANY_JAR = "is initialized for any jar, also for the program's own";

  /** Classes that read properties when the agent starts, with the reason why that is fine. */
  private static final Map<String, String> HARMLESS =
      Map.ofEntries(
          entry("sun/instrument/InstrumentationImpl", "is initialized for any agent"),
          entry(
              "jdk/internal/module/SystemModuleFinders",
              "looks for modules before any program runs; agents make the JVM do that anew"),
          entry("java/util/jar/JarFile", ANY_JAR),
          entry("java/util/zip/ZipFile", ANY_JAR),
          entry("sun/security/util/SignatureFileVerifier", ANY_JAR),
          // Newer updates of JDK 21 read the default locale from what the JVM saved at its start.
          entry("java/util/Locale", ANY_JAR + ", before the first class of any agent is loaded"),
          entry("sun/nio/fs/Util", "reads an encoding that is fixed when the JVM starts"),
          entry("java/lang/ThreadLocal", "reads whether to trace thread locals, to find errors"),
          entry(
              "java/lang/invoke/InnerClassLambdaMetafactory",
              "reads internal settings of lambdas"));

  private PropertyScenarios() {}

  @Torture(shows = "java.util.Arrays.useLegacyMergeSort counts if it is set in main")
  static String legacySortSetInMain(Lab lab) throws Exception {
    return java(lab, "sort").run();
  }

  @Torture(shows = "jdk.lang.Process.launchMechanism counts if it is set in main")
  static String launchMechanismSetInMain(Lab lab) throws Exception {
    return java(lab, "process").run();
  }

  @Torture(shows = "java.nio.file.spi.DefaultFileSystemProvider counts if it is set in main")
  static String fileSystemProviderSetInMain(Lab lab) throws Exception {
    return java(lab, "files").run();
  }

  @Torture(
      shows =
          "the start of the agent initializes no class of the JDK that reads a property and that the"
              + " program would not have initialized",
      oracle = Oracle.ASSERTIONS)
  static String propertiesReadAtStart(Lab lab) throws Exception {
    if (lab.jdk().feature() >= 24) {
      throw new NotApplicable("on JDK 24 and newer the agent rewrites for tests only");
    }
    Path plain = lab.directory().resolve("plain.init");
    Path agent = lab.directory().resolve("agent.init");
    java(lab, "none").agents(0).options("-Xlog:class+init=info:file=" + plain).run();
    java(lab, "none").options("-Xlog:class+init=info:file=" + agent).run();
    Set<String> more = initialized(agent);
    if (more.isEmpty()) {
      throw new NotApplicable("this update does not log which thread initializes a class");
    }
    more.removeAll(initialized(plain));
    Set<String> readers = PropertyReaders.among(more, lab.jdk());
    readers.removeAll(HARMLESS.keySet());
    if (!readers.isEmpty() || more.isEmpty()) {
      throw new AssertionError("of " + more.size() + " more classes read properties: " + readers);
    }
    return "no more properties are read";
  }

  private static JavaRun java(Lab lab, String what) throws Exception {
    Path classes = lab.directory().resolve("classes");
    if (!Files.exists(classes)) {
      lab.compile("classes", List.of(), Lab.source("PropertiesApp.java"));
    }
    return lab.java(what).classPath(List.of(classes)).main("scenario.PropertiesApp", what);
  }

  /** Internal names of the classes that were initialized until the application had ended. */
  private static Set<String> initialized(Path log) throws Exception {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(log)) {
      Matcher found = INITIALIZING.matcher(line);
      if (found.find() && !found.group(2).equals(TALLY)) {
        names.add(found.group(1));
      }
    }
    return names;
  }
}
