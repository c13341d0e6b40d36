// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Entry point of {@code -javaagent:loom-unpin.jar}; see {@link AgentOptions} for its options. */
public final class PreMain {

  private static final int FIRST_JDK_WITHOUT_PINNING = 24;
  private static final int EXIT_USAGE = 2;
  private static final String NATIVE_PREFIX = ClassRewriter.NATIVE_METHOD_PREFIX;

  private PreMain() {}

  /** Called by the JVM before the application's main method, on the main thread. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    AgentOptions options;
    try {
      options = AgentOptions.parse(arguments, System.getenv("LOOM_UNPIN"));
    } catch (BadOptionException e) {
      System.err.println("[loom-unpin] " + e.getMessage());
      System.exit(EXIT_USAGE);
      return;
    }
    Outcome outcome = new Outcome(System.err, options);
    int jdk = Runtime.version().feature();
    if (jdk >= FIRST_JDK_WITHOUT_PINNING && !options.force()) {
      outcome.say(
          "JDK "
              + jdk
              + " parks virtual threads in monitors by itself (JEP 491); nothing rewritten");
      return;
    }
    if (!System.getProperty("java.vm.name", "").matches(".*(HotSpot|OpenJDK).*")) {
      outcome.say("only HotSpot is supported; nothing rewritten");
      return;
    }
    start(options, outcome, instrumentation);
  }

  private static void start(
      AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    ClassSource jdkClasses = new JdkClasses();
    ClassIndex index = new ClassIndex(jdkClasses, ClassSource.NONE);
    JdkMonitors jdk = new JdkMonitors(index, jdkClasses);
    NativeClasses nativeClasses =
        new NativeClasses(options.include(), options.exclude(), loadedBefore(instrumentation));
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    if (rewrite) {
      try {
        RuntimeInstaller.install(instrumentation);
      } catch (IllegalStateException e) {
        outcome.say("nothing rewritten: " + e.getMessage());
        return;
      }
      UnpinControl.setModes(new RuntimeModes(jdk, nativeClasses, outcome::warn));
      UnpinControl.warmUp();
    }
    nativeClasses
        .loadedBefore()
        .forEach(
            name ->
                outcome.warn(
                    name.replace('/', '.')
                        + " was loaded before the agent and locks natively; put -javaagent:loom-unpin.jar"
                        + " first if it shares locks with the application"));
    MonitorTransformer transformer =
        new MonitorTransformer(index, jdk, nativeClasses, options, outcome);
    instrumentation.addTransformer(transformer, false);
    if (instrumentation.isNativeMethodPrefixSupported()) {
      instrumentation.setNativeMethodPrefix(transformer, NATIVE_PREFIX);
    }
    outcome.say((rewrite ? "on" : "dry run on") + " JDK " + Runtime.version() + "; " + versionOf());
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> finish(options, outcome), "loom-unpin tally"));
  }

  private static void finish(AgentOptions options, Outcome outcome) {
    Outcome.Snapshot tally = outcome.snapshot();
    outcome.say(TallyReport.line(options.mode(), tally));
    options
        .report()
        .ifPresent(
            folder -> {
              try {
                outcome.say("report: " + TallyReport.write(folder, options.mode(), tally));
              } catch (IOException e) {
                outcome.say("cannot write to report=" + folder + ": " + e.getMessage());
              }
            });
  }

  private static String versionOf() {
    return "loom-unpin "
        + Optional.ofNullable(PreMain.class.getPackage().getImplementationVersion()).orElse("");
  }

  /** Classes of application loaders with sites that can no longer be rewritten (HAZARDS H14). */
  private static Set<String> loadedBefore(Instrumentation instrumentation) {
    Set<String> names = new HashSet<>();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      ClassLoader loader = loaded.getClassLoader();
      String name = loaded.getName().replace('.', '/');
      if (loader != null
          && loader != platform
          && !loaded.isArray()
          && !loaded.isHidden()
          && !name.startsWith("io/github/loomunpin/")
          && new LoaderClasses(loader)
              .bytes(name)
              .map(bytes -> ClassFilePeek.at(bytes).mayHaveSites())
              .orElse(true)) {
        names.add(name);
      }
    }
    return names;
  }
}
