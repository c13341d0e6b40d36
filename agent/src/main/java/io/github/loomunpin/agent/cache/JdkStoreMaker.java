// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.JoinRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.visible.LoadedJdkClasses;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.mode.ModeAnswers;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes the cache of the JDK's own classes, for one JDK after the other, by the rules for rewriting
 * at start.
 */
public final class JdkStoreMaker {

  /** Where it is in the agent's jar. */
  public static final String FILE = "loom-unpin/jdk.store";

  /** For whom it is: whether the JDK is one for which it holds, each entry proves. */
  static final String USER = "any JDK";

  private JdkStoreMaker() {}

  /**
   * The cache as a file, with what an earlier one has of other JDKs. Rewrites nothing in this JVM.
   *
   * @param earlier empty if this JDK is the first
   * @throws UnmodifiableClassException if this JVM does not let classes of the JDK be rewritten
   */
  public static byte[] make(Instrumentation instrumentation, Optional<byte[]> earlier)
      throws IOException, UnmodifiableClassException {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    ClassIndex index =
        new ClassIndex(new LoadedJdkClasses(loaded, new JdkClasses()), ClassSource.NONE);
    List<Entry> entries = new ArrayList<>();
    for (byte[] offered : offered(loaded, instrumentation).values()) {
      entry(offered, index).ifPresent(entries::add);
    }
    // As they are loaded: they are converted before they are used.
    ClassSource files = new JdkClasses();
    for (String name : JdkMonitors.convertible()) {
      Optional<byte[]> file = files.bytes(name);
      if (file.isPresent()) {
        entry(file.get(), index).ifPresent(entries::add);
      }
    }
    return stored(earlier).with(entries, Map.of()).file(USER);
  }

  private static CacheFile stored(Optional<byte[]> file) throws IOException {
    try {
      return file.isEmpty() ? CacheFile.EMPTY : CacheFile.read(file.get(), USER);
    } catch (CacheFile.UnusableException e) {
      throw new IOException("the store to add to cannot be used: " + e.getMessage(), e);
    }
  }

  private static Map<String, byte[]> offered(Class<?>[] loaded, Instrumentation instrumentation)
      throws UnmodifiableClassException {
    List<Class<?>> wanted = new ArrayList<>();
    for (Class<?> c : loaded) {
      String name = c.getName().replace('.', '/');
      if (c.getClassLoader() == null
          && (name.equals(JoinRewriter.THREAD) || JdkSharedLocks.classes().contains(name))
          && !JdkMonitors.convertible().contains(name)) {
        wanted.add(c);
      }
    }
    Map<String, byte[]> offered = new TreeMap<>();
    ClassFileTransformer onlooker =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] classFile) {
            if (redefined != null && wanted.contains(redefined)) {
              offered.put(name, classFile.clone());
            }
            return null;
          }
        };
    instrumentation.addTransformer(onlooker, true);
    instrumentation.retransformClasses(wanted.toArray(new Class<?>[0]));
    instrumentation.removeTransformer(onlooker);
    return offered;
  }

  /** Empty if not all of it is rewritten, or if the code of another class decides over it. */
  private static Optional<Entry> entry(byte[] before, ClassIndex index) throws IOException {
    RewriteCache code = RewriteCache.keeping();
    JdkMonitors monitors =
        new JdkMonitors(index, new JdkClasses(), code, JdkMonitors.lockedByJdk());
    NotedQuestions noted = new NotedQuestions(ModeAnswers.ofJdk(index, monitors));
    RewriteResult result =
        new ClassRewriter(new JdkCodeRules(noted, JdkMonitors.convertible())).rewrite(before);
    if (!result.isWhole() || !noted.areComplete() || code.hasMore()) {
      return Optional.empty();
    }
    // What is left native is counted in the application's classes only.
    RewriteResult uncounted =
        new RewriteResult(
            result.name(), result.bytes(), 0, Map.of(), List.of(), List.of(), List.of());
    return Optional.of(Entry.of(before, noted, uncounted).withoutOriginal());
  }
}
