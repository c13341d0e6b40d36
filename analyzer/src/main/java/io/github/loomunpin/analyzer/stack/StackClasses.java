// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.stack;

import io.github.loomunpin.analyzer.classpath.AddedPaths;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.InitializedBefore;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.SiteReader;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.ClassImages;
import io.github.loomunpin.rules.sight.GeneratedNames;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The classes of the frames of stacks, from a class path and a JDK; each is read once. */
public final class StackClasses implements ClassImages {

  private record Located(Library library, ClassImage image) {}

  private final ClassPath application;
  private final JdkImage jdk;
  private final Sameness ofJdk;
  private final Sameness ofApplication;
  private final SiteReader reader;
  private final AddedPaths added;
  private final Map<String, Optional<Located>> known = new HashMap<>();
  private final Map<String, Optional<Located>> called = new HashMap<>();
  private final Set<String> missing = new TreeSet<>();
  private final InitializedBefore initializedBefore = new InitializedBefore(this::classFile);

  /**
   * @param ofJdk what is known of the classes of that JDK beside those that ran
   * @param ofApplication the same for the classes of the class path
   * @param kept what the agent was told to leave native
   */
  public StackClasses(
      ClassPath application,
      JdkImage jdk,
      Sameness ofJdk,
      Sameness ofApplication,
      KeptNative kept) {
    this(application, jdk, ofJdk, ofApplication, kept, AddedPaths.NONE);
  }

  /**
   * For stacks that do not show the loaders of their classes.
   *
   * @param ofJdk what is known of the classes of that JDK beside those that ran
   * @param ofApplication the same for the classes of the class path
   * @param kept what the agent was told to leave native
   * @param added what of the class path the boot loader has
   */
  public StackClasses(
      ClassPath application,
      JdkImage jdk,
      Sameness ofJdk,
      Sameness ofApplication,
      KeptNative kept,
      AddedPaths added) {
    this.application = application;
    this.jdk = jdk;
    this.ofJdk = ofJdk;
    this.ofApplication = ofApplication;
    this.reader = new SiteReader(jdk, application, kept);
    this.added = added;
  }

  @Override
  public Optional<ClassImage> find(StackFrame frame) {
    return locate(frame).map(Located::image);
  }

  /** A class of the class path by internal name, whether it is on a stack or not. */
  public Optional<ClassImage> ofApplication(String name) {
    return known.containsKey(name)
        ? known.get(name).map(Located::image)
        : called
            .computeIfAbsent(
                name, n -> application.find(n).flatMap(found -> located(found, n, false, false)))
            .map(Located::image);
  }

  /** Where the class of a frame is from; empty if the class was not found. */
  public Optional<Library> library(StackFrame frame) {
    return locate(frame).map(Located::library);
  }

  /** A stack with the lines that the source has, where compilers number them otherwise. */
  public Stack inSource(Stack stack) {
    List<Frame> frames = stack.frames().stream().map(this::inSource).toList();
    return frames.equals(stack.frames()) ? stack : stack.with(frames);
  }

  private Frame inSource(Frame frame) {
    int line =
        frame.jdk() || frame.line() < 0
            ? frame.line()
            : find(frame).map(image -> image.lines().inSource(frame.line())).orElse(frame.line());
    return line == frame.line() ? frame : frame.at(line);
  }

  private Optional<Located> locate(StackFrame frame) {
    return known.computeIfAbsent((frame.jdk() ? "jdk:" : "") + frame.className(), k -> read(frame));
  }

  private Optional<Located> read(StackFrame frame) {
    boolean isOfJdk = isOfJdk(frame);
    Optional<ClassPath.Found> found =
        isOfJdk ? jdk.find(frame.className()) : application.find(frame.className());
    if (found.isEmpty()) {
      if (!isOfJdk && !GeneratedNames.isInNoArchive(frame.className())) {
        missing.add(frame.className());
      }
      return Optional.empty();
    }
    Optional<Located> located = located(found.get(), frame.className(), isOfJdk, frame.jdk());
    if (located.isEmpty()) {
      missing.add(frame.className());
    }
    return located;
  }

  private Optional<Located> located(
      ClassPath.Found found, String name, boolean isOfJdk, boolean byLoaderOfJdk) {
    try {
      Library library = found.library();
      ClassSites sites =
          SiteReader.mayHaveSites(found.bytes())
              ? sites(found, name, byLoaderOfJdk)
              : new ClassSites(name, "", List.of());
      Sameness sameness = isOfJdk ? ofJdk : ofApplication;
      return Optional.of(
          new Located(
              sameness == Sameness.OTHER_VERSION ? library.withoutVersion() : library,
              ClassImage.of(sites, found.bytes(), sameness, this)));
    } catch (UnreadableClassException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private ClassSites sites(ClassPath.Found found, String name, boolean byLoaderOfJdk)
      throws UnreadableClassException {
    return (byLoaderOfJdk || added.have(found.library())) && !found.library().jdk()
        ? reader.readAdded(found.bytes(), name)
        : reader.read(found.bytes(), found.library());
  }

  /**
   * Whether a class is the JDK's own: an option or an agent may have added it to a loader of the
   * JDK, and then no module of the JDK has its package, or the class path alone has it.
   */
  private boolean isOfJdk(StackFrame frame) {
    String name = frame.className();
    return frame.jdk()
        && (GeneratedNames.isInNoArchive(name) || jdk.hasPackageOf(name) && !isPatch(name));
  }

  /** Whether {@code --patch-module} seems to put a class into a module of the JDK. */
  private boolean isPatch(String name) {
    return application.find(name).isPresent() && jdk.find(name).isEmpty();
  }

  @Override
  public Optional<byte[]> classFile(String type) {
    return application.bytes(type).or(() -> jdk.bytes(type));
  }

  @Override
  public Optional<byte[]> classFile(StackFrame frame) {
    return isOfJdk(frame) ? jdk.bytes(frame.className()) : application.bytes(frame.className());
  }

  @Override
  public Optional<Decision> ofObject(StackFrame frame, String exactClass) {
    boolean byLoaderOfJdk = frame.jdk() || library(frame).filter(added::have).isPresent();
    return byLoaderOfJdk ? Optional.empty() : Optional.of(reader.ofObject(exactClass));
  }

  @Override
  public Set<String> initializedWith(String type) {
    Set<String> types = new LinkedHashSet<>(List.of(type));
    types.addAll(initializedBefore.of(type));
    return types;
  }

  /** Whether monitors held by the JDK's own code can be found for certain. */
  public boolean hasJdkThatRan() {
    return ofJdk == Sameness.SAME;
  }

  @Override
  public boolean isMissing(StackFrame frame) {
    return missing.contains(frame.className());
  }

  /**
   * Whether the class path lacks the class of a frame that is in some archive; classes that
   * frameworks generate are in none.
   */
  public boolean lacks(StackFrame frame) {
    return !frame.jdk() && isMissing(frame) && !GeneratedNames.isProxy(frame.className());
  }

  /** Classes on stacks that are not on the class path, by internal name. */
  public Set<String> missing() {
    return missing;
  }
}
