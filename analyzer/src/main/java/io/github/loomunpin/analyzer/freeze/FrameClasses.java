// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.InitialisedBefore;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.SiteReader;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the class of a frame with its sites and code, each class once. */
final class FrameClasses {

  /**
   * @param sameLines whether lines of a dump can be compared with those of the class file
   */
  record Found(
      Library library,
      ClassSites sites,
      Map<String, List<MethodCode>> methods,
      Receivers receivers,
      boolean sameLines) {

    List<MethodCode> named(String method) {
      return methods.getOrDefault(method, List.of());
    }

    boolean has(String method, String descriptor) {
      return named(method).stream().anyMatch(code -> code.descriptor().equals(descriptor));
    }

    List<MonitorSite> sitesOf(MethodCode method) {
      return sites.sites().stream()
          .filter(site -> site.method().equals(method.name()))
          .filter(site -> site.descriptor().equals(method.descriptor()))
          .toList();
    }
  }

  private final ClassPath application;
  private final JdkImage jdk;
  private final boolean sameJdk;
  private final SiteReader reader;
  private final Map<String, Optional<Found>> known = new HashMap<>();
  private final Map<String, Optional<Found>> called = new HashMap<>();
  private final InitialisedBefore initialisedBefore = new InitialisedBefore(this::bytes);
  private final Set<String> missing = new TreeSet<>();
  private final Set<String> otherVersion = new TreeSet<>();

  FrameClasses(ClassPath application, JdkImage jdk, boolean sameJdk) {
    this.application = application;
    this.jdk = jdk;
    this.sameJdk = sameJdk;
    this.reader = new SiteReader(jdk, application);
  }

  /** Empty if the class was not found. */
  Optional<Found> find(Frame frame) {
    return known.computeIfAbsent((frame.jdk() ? "jdk:" : "") + frame.className(), k -> read(frame));
  }

  /** A class of the application by its internal name, whether it is on a stack or not. */
  Optional<Found> findApplication(String name) {
    return known.containsKey(name)
        ? known.get(name)
        : called.computeIfAbsent(
            name,
            n -> application.find(n).flatMap(file -> found(file.bytes(), file.library(), true)));
  }

  private Optional<Found> read(Frame frame) {
    Optional<ClassPath.Found> found =
        frame.jdk() ? jdk.find(frame.className()) : application.find(frame.className());
    if (found.isEmpty()) {
      if (!frame.jdk() && !isGenerated(frame.className())) {
        missing.add(frame.className());
      }
      return Optional.empty();
    }
    byte[] bytes = found.get().bytes();
    Library library = library(frame, found.get().library());
    Optional<Found> read = found(bytes, library, !frame.jdk() || sameJdk);
    if (read.isEmpty()) {
      missing.add(frame.className());
    }
    return read;
  }

  private Optional<Found> found(byte[] bytes, Library library, boolean sameLines) {
    try {
      return Optional.of(
          new Found(
              library,
              reader.read(bytes, library),
              MethodCode.of(bytes),
              new Receivers(bytes),
              sameLines));
    } catch (UnreadableClassException e) {
      return Optional.empty();
    }
  }

  /** Whether the JVM may have to initialise a class, by internal name, at an instruction. */
  boolean mayInitialize(Step step, String type) {
    return step.mayInitialize()
        && (step.owner().equals(type) || initialisedBefore.of(step.owner()).contains(type));
  }

  /** As {@link InitialisedBefore#of} has them. */
  Set<String> initialisedBefore(String type) {
    return initialisedBefore.of(type);
  }

  private Optional<byte[]> bytes(String type) {
    return application.find(type).or(() -> jdk.find(type)).map(ClassPath.Found::bytes);
  }

  /** A version that did not run would be wrong. */
  private Library library(Frame frame, Library found) {
    return frame.jdk() && !sameJdk
        ? new Library(found.name(), "", found.path(), found.jdk())
        : found;
  }

  /**
   * Lambda forms and proxies are in no archive; they and the agent hold no monitor that matters.
   */
  private static boolean isGenerated(String name) {
    return name.startsWith("io/github/loomunpin/agent/")
        || name.contains("$$Lambda")
        || name.contains("$Proxy")
        || name.contains("+0x");
  }

  /** The class file on the class path has no such line in the method of that name. */
  void isOtherVersion(Frame frame) {
    otherVersion.add(frame.className());
  }

  /** Classes on stacks that are not on the class path, by internal name. */
  Set<String> missing() {
    return missing;
  }

  /** Classes whose lines do not fit those of the dumps, by internal name. */
  Set<String> otherVersion() {
    return otherVersion;
  }
}
