// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.InitialisedBefore;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.SiteReader;
import io.github.loomunpin.rules.holder.ClassImage;
import io.github.loomunpin.rules.holder.Fit;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the class of a frame and its sites, each class once. */
final class SiteLookup {

  /**
   * A class of the class path or of the JDK.
   *
   * @param jdk whether it is the JDK's own, and so the very one that ran
   * @param agentConverts whether the agent may have made what ran out of it
   */
  record Located(Library library, ClassImage code, boolean jdk, boolean agentConverts) {

    /** Whether a frame can be one of this class. */
    Fit fit(List<Frame> frames, int depth) {
      if (jdk) {
        return code.fit(frames, depth);
      }
      return !agentConverts && code.code().hasOtherFlags(frames.get(depth))
          ? Fit.WRONG
          : code.comparedFit(frames, depth);
    }
  }

  /** In the names of classes that frameworks make to call others. */
  private static final List<String> PROXIES =
      List.of("$$", "$ByteBuddy$", "$HibernateProxy", "$MockitoMock$", "jdk/internal/reflect/");

  private final ClassPath application;
  private final JdkImage jdk;
  private final boolean jdkIsTheRecordedOne;
  private final SiteReader reader;
  private final boolean agentConverts;
  private final Map<String, Optional<Located>> known = new HashMap<>();
  private final Set<String> missing = new TreeSet<>();
  private final InitialisedBefore initialisedBefore = new InitialisedBefore(this::classFile);

  SiteLookup(ClassPath application, JdkImage jdk, boolean jdkIsTheRecordedOne) {
    this(application, jdk, jdkIsTheRecordedOne, new AgentRun(false, false, List.of()));
  }

  SiteLookup(ClassPath application, JdkImage jdk, boolean jdkIsTheRecordedOne, AgentRun agent) {
    this.application = application;
    this.jdk = jdk;
    this.jdkIsTheRecordedOne = jdkIsTheRecordedOne;
    this.reader = new SiteReader(jdk, application, agent.keepNative());
    this.agentConverts = agent.converts();
  }

  /** Empty if the class was not found. */
  Optional<Located> find(Frame frame) {
    return known.computeIfAbsent((frame.jdk() ? "jdk:" : "") + frame.className(), k -> read(frame));
  }

  private Optional<Located> read(Frame frame) {
    boolean ofJdk = frame.jdk() && !isAdded(frame);
    if (ofJdk && !jdkIsTheRecordedOne) {
      return Optional.empty();
    }
    Optional<ClassPath.Found> found =
        ofJdk ? jdk.find(frame.className()) : application.find(frame.className());
    if (found.isEmpty()) {
      if (!ofJdk && !isGenerated(frame)) {
        missing.add(frame.className());
      }
      return Optional.empty();
    }
    try {
      Library library = found.get().library();
      byte[] classFile = found.get().bytes();
      ClassSites sites =
          SiteReader.mayHaveSites(classFile)
              ? sites(frame, classFile, library)
              : new ClassSites(frame.className(), "", List.of(), "", 0, List.of());
      return Optional.of(
          new Located(library, ClassImage.of(sites, classFile), ofJdk, agentConverts));
    } catch (UnreadableClassException | RuntimeException e) {
      missing.add(frame.className());
      return Optional.empty();
    }
  }

  private ClassSites sites(Frame frame, byte[] classFile, Library library)
      throws UnreadableClassException {
    return frame.jdk() && !library.jdk()
        ? reader.readAdded(classFile, frame.className())
        : reader.read(classFile, library);
  }

  /**
   * Whether an option or an agent added a class to a loader of the JDK: no module of the JDK has
   * its package.
   */
  private boolean isAdded(Frame frame) {
    return !isGenerated(frame) && !jdk.hasPackageOf(frame.className());
  }

  /** A class file by internal name, if it can be found; read again each time. */
  Optional<byte[]> classFile(String type) {
    return application.bytes(type).or(() -> jdk.bytes(type));
  }

  /** The class file of a frame, if it can be found; read again each time. */
  Optional<byte[]> classFile(Frame frame) {
    return frame.jdk() && !isAdded(frame)
        ? jdk.bytes(frame.className())
        : application.bytes(frame.className());
  }

  /** A class and those that are initialised before it, by internal name. */
  Set<String> initialisedWith(String type) {
    Set<String> types = new LinkedHashSet<>(List.of(type));
    types.addAll(initialisedBefore.of(type));
    return types;
  }

  /**
   * Lambda forms, lambda proxies and dynamic proxies are in no archive; they and the agent hold no
   * monitor that matters.
   */
  private static boolean isGenerated(Frame frame) {
    String name = frame.className();
    return frame.jdk() && name.startsWith("io/github/loomunpin/agent/")
        || name.contains("$$Lambda")
        || name.contains("$Proxy")
        || name.contains("+0x")
        || name.contains("/0x")
        || name.contains(".0x");
  }

  /** Whether monitors held by the JDK's own code can be found. */
  boolean looksAtJdk() {
    return jdkIsTheRecordedOne;
  }

  boolean isMissing(Frame frame) {
    return missing.contains(frame.className());
  }

  /** Whether a class was not found that may hold monitors; what proxies call is on the stack. */
  boolean mayHideMonitor(Frame frame) {
    String name = frame.className();
    return find(frame).isEmpty() && isMissing(frame) && PROXIES.stream().noneMatch(name::contains);
  }

  /** Classes on stacks that are not on the class path, by internal name. */
  Set<String> missing() {
    return missing;
  }
}
