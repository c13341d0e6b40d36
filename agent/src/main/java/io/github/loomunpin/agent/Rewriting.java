// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Sets the agent up, once its options are known and the runtime is installed. */
final class Rewriting {

  private Rewriting() {}

  static void start(AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    ClassSource jdkClasses = new JdkClasses();
    ClassIndex index = new ClassIndex(jdkClasses, ClassSource.NONE);
    JdkMonitors jdk = new JdkMonitors(index, jdkClasses);
    BootClasses bootClasses = new BootClasses(index);
    Class<?>[] allLoaded = instrumentation.getAllLoadedClasses();
    for (Class<?> loaded : allLoaded) {
      if (loaded.getClassLoader() == null) {
        bootClasses.addIfMissing(loaded);
      }
    }
    NativeClasses nativeClasses =
        new NativeClasses(options.include(), options.exclude(), loadedBefore(allLoaded));
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    for (String name : nativeClasses.loadedBefore()) {
      // Proxies are native only because there is no file to look at; their code never locks.
      if (!name.contains("/$Proxy")) {
        outcome.warn(
            name.replace('/', '.')
                + " was loaded before the agent and locks natively; put -javaagent:loom-unpin.jar"
                + " first if it shares locks with the application");
      }
    }
    MonitorTransformer transformer =
        new MonitorTransformer(index, jdk, nativeClasses, options, outcome);
    if (rewrite) {
      RuntimeModes.use(index, jdk, nativeClasses, transformer, outcome);
    }
    instrumentation.addTransformer(transformer, false);
    if (instrumentation.isNativeMethodPrefixSupported()) {
      instrumentation.setNativeMethodPrefix(transformer, ClassRewriter.NATIVE_METHOD_PREFIX);
    }
    if (rewrite) {
      UnpinControl.watch();
      Practice.begin(transformer.rewriter());
    }
    outcome.say((rewrite ? "on" : "dry run on") + " JDK " + Runtime.version() + "; " + versionOf());
    Runtime.getRuntime().addShutdownHook(new TallyReport.AtExit(options, outcome));
  }

  private static String versionOf() {
    String version = Rewriting.class.getPackage().getImplementationVersion();
    return "loom-unpin " + (version == null ? "(unpackaged)" : version);
  }

  /** Classes of application loaders with sites that can no longer be rewritten (HAZARDS H14). */
  static Set<String> loadedBefore(Class<?>[] allLoaded) {
    Set<String> names = new HashSet<>();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Class<?> loaded : allLoaded) {
      ClassLoader loader = loaded.getClassLoader();
      String name = loaded.getName().replace('.', '/');
      if (loader != null
          && loader != platform
          && !loaded.isArray()
          && !loaded.isHidden()
          && !name.startsWith("io/github/loomunpin/")
          && mayHaveSites(loader, name)) {
        addWithSuperclasses(loaded, names);
      }
    }
    return names;
  }

  /**
   * A variable of the superclass's type may hold the object, so the superclass is native as well
   * even if it has no sites of its own.
   */
  private static void addWithSuperclasses(Class<?> loaded, Set<String> names) {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Class<?> at = loaded; at != null; at = at.getSuperclass()) {
      ClassLoader loader = at.getClassLoader();
      if (loader == null || loader == platform) {
        return;
      }
      names.add(at.getName().replace('.', '/'));
    }
  }

  private static boolean mayHaveSites(ClassLoader loader, String name) {
    Optional<byte[]> bytes = new LoaderClasses(loader).bytes(name);
    return bytes.isEmpty() || ClassFilePeek.at(bytes.get()).mayHaveSites();
  }
}
