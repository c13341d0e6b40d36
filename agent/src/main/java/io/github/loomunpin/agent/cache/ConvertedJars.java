// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.ConvertedTally;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The jars that classes come from, as far as they were converted. For classes of the JDK's own
 * application class loader: it alone says for certain which jar a class is from, and which classes
 * there will be. Safe for any thread.
 */
public final class ConvertedJars {

  /** None. */
  static final ConvertedJars NONE = new ConvertedJars(null, null);

  /** By path; empty where nothing was converted that can be used. */
  private final Map<String, Optional<ConvertedJar>> jars = new ConcurrentHashMap<>();

  private final ConvertedTally tally;
  private final Supplier<Optional<String>> agent;

  /** None looked at yet. */
  public ConvertedJars(ConvertedTally tally) {
    this(
        tally,
        new Supplier<>() {
          @Override
          public Optional<String> get() {
            return AgentBuild.id();
          }
        });
  }

  /**
   * @param agent this build of the agent, which is asked for if any jar was converted
   */
  ConvertedJars(ConvertedTally tally, Supplier<Optional<String>> agent) {
    this.tally = tally;
    this.agent = agent;
  }

  /**
   * What becomes of a class, if its jar says so and it is certain.
   *
   * @param domain of the class; null if it has none
   * @param name internal name
   */
  public Optional<RewriteResult> result(
      ProtectionDomain domain, String name, byte[] classFile, ModeQuestions live) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (this == NONE || location == null || !location.getProtocol().equals("file")) {
      return Optional.empty();
    }
    if (source.getCertificates() != null) {
      return Optional.empty(); // what is not signed must not stand in for what is
    }
    Optional<ConvertedJar> jar = jarAt(location.getPath());
    return jar.isPresent() ? jar.get().result(name, classFile, live) : Optional.empty();
  }

  /** Whether the first jar of a class path was converted, as then the others will have been. */
  public boolean isFirstOf(String classPath) {
    int end = classPath.indexOf(File.pathSeparatorChar);
    String first = end < 0 ? classPath : classPath.substring(0, end);
    return this != NONE
        && first.endsWith(".jar")
        && jarAt(new File(first).toURI().getRawPath()).isPresent();
  }

  /** What is known of the code of a class of the JDK by the jars that were looked at. */
  Optional<Boolean> locksThis(String internalName, byte[] classFile) {
    for (Optional<ConvertedJar> jar : jars.values()) {
      if (jar.isPresent()) {
        Optional<Boolean> answer = jar.get().locksThis(internalName, classFile);
        if (answer.isPresent()) {
          return answer;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * @param path as in a URL
   */
  private Optional<ConvertedJar> jarAt(String path) {
    Optional<ConvertedJar> jar = jars.get(path);
    if (jar == null) {
      jar = open(path);
      // Another thread may have been faster; that one's is used, and this one is closed when it is
      // garbage.
      Optional<ConvertedJar> before = jars.putIfAbsent(path, jar);
      jar = before == null ? jar : before;
    }
    return jar;
  }

  private Optional<ConvertedJar> open(String path) {
    try {
      File file = new File(URI.create("file:".concat(path)));
      return file.isFile() ? ConvertedJar.open(file, agent, tally) : Optional.empty();
    } catch (UnusableException e) {
      tally.unusable(path, e.getMessage());
    } catch (IOException | RuntimeException e) {
      // Its classes are rewritten as they are loaded, if it can be read at all.
    }
    return Optional.empty();
  }
}
