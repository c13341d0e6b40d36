// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rewrites the code of the JDK where it locks objects that the application can lock as well, so
 * that both lock them in the same way for their whole life. Classes that are loaded already are
 * retransformed, before any class of the application is rewritten; the others as they are loaded.
 *
 * <p>Registered as retransforming, unlike {@link MonitorTransformer}: when another agent
 * retransforms one of these classes, the JVM asks here again and gets the same rewrite. That never
 * touches flags, fields or signatures, which a class that is loaded has to keep (JVM TI,
 * RetransformClasses).
 */
public final class JdkRewriting implements ClassFileTransformer {

  private final Set<String> names = JdkSharedLocks.classes();
  private final ClassRewriter rewriter;
  private final AgentOptions options;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** The classes that the JVM has offered so far, loaded by then or not. */
  private final Set<String> offered = ConcurrentHashMap.newKeySet();

  /** What went wrong before the application started, as there is still a way back then. */
  private final List<String> failures = new ArrayList<>();

  private volatile boolean started;

  private JdkRewriting(ModeBasis basis, AgentOptions options, Outcome outcome) {
    this.rewriter = new ClassRewriter(basis.jdkRules(), basis.jdkIndex());
    this.options = options;
    this.outcome = outcome;
  }

  /**
   * Rewrites the classes that are loaded and from now on those that will be. The runtime must be
   * able to tell modes. Called once, by the thread that starts the agent.
   *
   * @throws IllegalStateException if this JVM does not let it, with the reason; the JDK is then as
   *     it was, so that nothing else may be rewritten either
   */
  public static void begin(
      ModeBasis basis, AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    if (!instrumentation.isRetransformClassesSupported()) {
      throw new IllegalStateException("this JVM does not retransform classes");
    }
    JdkRewriting rewriting = new JdkRewriting(basis, options, outcome);
    instrumentation.addTransformer(rewriting, true);
    Class<?>[] loaded = rewriting.loaded(instrumentation);
    try {
      instrumentation.retransformClasses(loaded);
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      rewriting.failures.add(e.toString());
    }
    if (!rewriting.failures.isEmpty()) {
      instrumentation.removeTransformer(rewriting);
      undo(instrumentation, loaded);
      throw new IllegalStateException(
          "the JDK's own classes cannot be rewritten: " + rewriting.failures.get(0));
    }
    rewriting.started = true;
  }

  private static void undo(Instrumentation instrumentation, Class<?>[] loaded) {
    try {
      instrumentation.retransformClasses(loaded);
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      // Then none was changed before either: the JVM changes all of them or none.
    }
  }

  private Class<?>[] loaded(Instrumentation instrumentation) {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      String name = c.getName().replace('.', '/');
      if (isOurs(c.getClassLoader(), name) && !offered.contains(name)) {
        loaded.add(c);
      }
    }
    return loaded.toArray(new Class<?>[0]);
  }

  private boolean isOurs(ClassLoader loader, String name) {
    return (loader == null || loader == platform) && names.contains(name);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader != null && loader != platform || className == null || !names.contains(className)) {
      return null;
    }
    offered.add(className);
    try {
      return rewrite(className, classFile);
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      fail(className, t.toString(), t);
      return null;
    }
  }

  private byte[] rewrite(String name, byte[] classFile) {
    RewriteResult result = rewriter.rewrite(classFile);
    Optional<byte[]> bytes = result.bytes();
    if (bytes.isEmpty() || !result.problems().isEmpty() || !result.slow().isEmpty()) {
      throw new IllegalStateException(
          bytes.isEmpty() ? "no site was found" : "" + result.problems() + result.slow());
    }
    options.dump().ifPresent(folder -> Dump.write(folder, name, classFile, bytes, outcome));
    return bytes.get();
  }

  private void fail(String name, String why, Throwable cause) {
    if (started) {
      outcome.failed(name, "the JDK", why, cause);
    } else {
      failures.add(name.replace('/', '.') + ": " + why);
    }
  }
}
