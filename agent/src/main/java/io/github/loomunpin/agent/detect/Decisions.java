// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** Sites of class files with what the agent decides on them. For one thread. */
final class Decisions {

  private final AgentOptions options;
  private final ClassFinder classes;
  private final ClassSource jdk = new JdkClasses();
  private final ClassIndex jdkIndex = new ClassIndex(jdk, ClassSource.NONE);
  private final JdkMonitors monitors = new JdkMonitors(jdkIndex, jdk);
  private final ModeQuestions answers = ModeAnswers.ofJdk(jdkIndex, monitors);
  private final SiteScanner jdkScanner = new SiteScanner(new JdkCodeRules(answers));
  private final Map<ClassLoader, SiteScanner> scanners = new WeakHashMap<>();

  Decisions(AgentOptions options, ClassFinder classes) {
    this.options = options;
    this.classes = classes;
  }

  Optional<byte[]> jdkClassFile(String internalName) {
    return jdk.bytes(internalName);
  }

  /** The sites of a class that a loader of the JDK has. */
  ClassSites ofJdk(byte[] classFile, String internalName) throws UnreadableClassException {
    return isAdded(internalName)
        ? new SiteScanner(new AddedCodeRules(answers, internalName)).scan(classFile)
        : jdkScanner.scan(classFile);
  }

  /** Whether an option or an agent added a class to such a loader: no module has its package. */
  private static boolean isAdded(String internalName) {
    int slash = internalName.lastIndexOf('/');
    String inPackage = slash < 0 ? "" : internalName.substring(0, slash).replace('/', '.');
    for (Module module : ModuleLayer.boot().modules()) {
      if (module.getPackages().contains(inPackage)) {
        return false;
      }
    }
    return true;
  }

  ClassSites of(byte[] classFile, ClassLoader loader) throws UnreadableClassException {
    SiteScanner scanner = scanners.get(loader);
    if (scanner == null) {
      scanner = new SiteScanner(rules(loader));
      scanners.put(loader, scanner);
    }
    return scanner.scan(classFile);
  }

  private ModeRules rules(ClassLoader loader) {
    // The values of the map must not keep its keys.
    WeakReference<ClassLoader> weak = new WeakReference<>(loader);
    ClassSource application =
        name -> {
          ClassLoader alive = weak.get();
          return alive == null ? Optional.empty() : classes.classFile(alive, name);
        };
    return new ModeRules(
        new ModeAnswers(
            jdkIndex.withApplication(application),
            monitors,
            options.keptNative(),
            options.keptNative().mayNameSubclasses()));
  }
}
