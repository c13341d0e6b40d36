// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
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

/** Sets the agent up, once its options are known and the runtime is installed. */
final class AgentStart {

  private AgentStart() {}

  static void start(
      AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    ClassSource jdkClasses = new JdkClasses();
    ClassIndex index = new ClassIndex(jdkClasses, ClassSource.NONE);
    JdkMonitors jdk = new JdkMonitors(index, jdkClasses);
    NativeClasses nativeClasses =
        new NativeClasses(options.include(), options.exclude(), loadedBefore(instrumentation));
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    if (rewrite) {
      RuntimeModes.use(jdk, nativeClasses, outcome::warn);
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
      instrumentation.setNativeMethodPrefix(transformer, ClassRewriter.NATIVE_METHOD_PREFIX);
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
        + Optional.ofNullable(AgentStart.class.getPackage().getImplementationVersion()).orElse("");
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
