// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
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
  private final ConvertedClasses converted;
  private final ClassFinder classes;
  private final JdkClasses jdk = new JdkClasses();
  private final ClassIndex jdkIndex = new ClassIndex(jdk, ClassSource.NONE);
  private final JdkMonitors monitors;
  private final ModeQuestions answers;
  private final SiteScanner jdkScanner;
  private final Map<ClassLoader, SiteScanner> scanners = new WeakHashMap<>();

  Decisions(AgentOptions options, ConvertedClasses converted, ClassFinder classes) {
    this.options = options;
    this.converted = converted;
    this.classes = classes;
    this.monitors = new JdkMonitors(jdkIndex, jdk, KnownCode.NONE, converted.ofJdk());
    this.answers = ModeAnswers.ofJdk(jdkIndex, monitors);
    this.jdkScanner = new SiteScanner(JdkCodeRules.telling(answers, monitors));
  }

  Optional<byte[]> jdkClassFile(String internalName) {
    return jdk.bytes(internalName);
  }

  /** The sites of a class that a loader of the JDK has. */
  ClassSites ofJdk(byte[] classFile, String internalName) throws UnreadableClassException {
    return jdk.isAdded(internalName)
        ? new SiteScanner(new AddedCodeRules(answers, internalName)).scan(classFile)
        : jdkScanner.scan(classFile);
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
            name -> isKeptNative(weak.get(), name),
            options.keptNative().mayNameSubclasses()));
  }

  private boolean isKeptNative(ClassLoader alive, String name) {
    return alive != null && converted.keptNative().test(alive, name);
  }
}
