// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.visible.LoadedJdkClasses;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
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

/** Makes the {@link JdkStore} for the JDK that it runs on, by the rules for rewriting at start. */
public final class JdkStoreMaker {

  /** Where the store is in the agent's jar. */
  public static final String FILE = JdkStore.FILE;

  private JdkStoreMaker() {}

  /**
   * The store as a file. Rewrites nothing in this JVM.
   *
   * @throws UnmodifiableClassException if this JVM does not let classes of the JDK be rewritten
   */
  public static byte[] make(Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    Map<String, JdkStore.Entry> entries = new TreeMap<>();
    for (Map.Entry<String, byte[]> offered : offered(loaded, instrumentation).entrySet()) {
      entry(offered.getValue(), loaded).ifPresent(entry -> entries.put(offered.getKey(), entry));
    }
    return new JdkStore(entries).file();
  }

  private static Map<String, byte[]> offered(Class<?>[] loaded, Instrumentation instrumentation)
      throws UnmodifiableClassException {
    List<Class<?>> wanted = new ArrayList<>();
    for (Class<?> c : loaded) {
      if (c.getClassLoader() == null
          && JdkSharedLocks.classes().contains(c.getName().replace('.', '/'))) {
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

  /** Empty if the result depends on more than facts about classes. */
  private static Optional<JdkStore.Entry> entry(byte[] before, Class<?>[] loaded)
      throws IOException {
    Questions questions = new Questions(new LoadedJdkClasses(loaded, new JdkClasses()));
    ClassIndex index = new ClassIndex(questions, ClassSource.NONE);
    RewriteResult result =
        new ClassRewriter(new JdkCodeRules(index, new JdkMonitors(index, questions)))
            .rewrite(before);
    if (!result.isWhole() || questions.others) {
      return Optional.empty();
    }
    byte[] after = result.bytes().get();
    return Optional.of(
        new JdkStore.Entry(
            Sums.of(before),
            Sums.of(after),
            ByteDelta.between(before, after),
            List.copyOf(questions.answers.values())));
  }

  /** Takes note of what is asked about other classes, and of the answers. */
  private static final class Questions implements ClassSource {

    private final ClassSource classes;
    private final Map<String, JdkStore.Answer> answers = new TreeMap<>();
    private boolean others;

    Questions(ClassSource classes) {
      this.classes = classes;
    }

    @Override
    public Optional<byte[]> bytes(String internalName) {
      others = true;
      return classes.bytes(internalName);
    }

    @Override
    public Optional<ClassFacts> facts(String internalName) {
      Optional<ClassFacts> facts = classes.facts(internalName);
      others |= facts.isEmpty();
      facts.ifPresent(known -> answers.put(internalName, JdkStore.Answer.of(known)));
      return facts;
    }
  }
}
