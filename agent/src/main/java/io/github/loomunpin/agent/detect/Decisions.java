// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.sight.SiteDecisions;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** Sites of the classes of this JVM with what the agent decides on them. For one thread. */
final class Decisions {

  private final AgentOptions options;
  private final ConvertedClasses converted;
  private final ClassFinder classes;
  private final JdkClasses jdk = new JdkClasses();
  private final SiteDecisions decisions;
  private final Map<ClassLoader, SiteDecisions.OfApplication> ofLoaders = new WeakHashMap<>();

  Decisions(AgentOptions options, ConvertedClasses converted, ClassFinder classes) {
    this.options = options;
    this.converted = converted;
    this.classes = classes;
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    this.decisions =
        new SiteDecisions(index, new JdkMonitors(index, jdk, KnownCode.NONE, converted.ofJdk()));
  }

  Optional<byte[]> jdkClassFile(String internalName) {
    return jdk.bytes(internalName);
  }

  /** The sites of a class that a loader of the JDK has. */
  ClassSites ofJdk(byte[] classFile, String internalName) throws UnreadableClassException {
    return jdk.isAdded(internalName)
        ? decisions.ofAdded(classFile, internalName)
        : decisions.ofJdk(classFile);
  }

  ClassSites of(byte[] classFile, ClassLoader loader) throws UnreadableClassException {
    return known(loader).of(classFile);
  }

  /** What happens to an object that a loader's code locks, by the name of its exact class. */
  Decision ofObject(String exactClass, ClassLoader loader) {
    return known(loader).ofObject(exactClass);
  }

  private SiteDecisions.OfApplication known(ClassLoader loader) {
    SiteDecisions.OfApplication known = ofLoaders.get(loader);
    if (known == null) {
      known = ofLoader(loader);
      ofLoaders.put(loader, known);
    }
    return known;
  }

  private SiteDecisions.OfApplication ofLoader(ClassLoader loader) {
    // The values of the map must not keep its keys.
    WeakReference<ClassLoader> weak = new WeakReference<>(loader);
    return decisions.ofApplication(
        name -> classFile(weak.get(), name),
        name -> isKeptNative(weak.get(), name),
        options.keptNative().mayNameSubclasses());
  }

  private Optional<byte[]> classFile(ClassLoader alive, String name) {
    return alive == null ? Optional.empty() : classes.classFile(alive, name);
  }

  private boolean isKeptNative(ClassLoader alive, String name) {
    return alive != null && converted.keptNative().test(alive, name);
  }
}
