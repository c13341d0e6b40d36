// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.Dump;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rewrites the code of the JDK where it locks objects that the application can lock as well, so
 * that both lock them in the same way for their whole life. Classes that are loaded already are
 * retransformed, before any class of the application is rewritten; the others as they are loaded. A
 * class that the JVM does not offer then, where stack or memory is short, is retransformed when
 * that is noticed.
 *
 * <p>Registered as retransforming, unlike {@link MonitorTransformer}: when another agent
 * retransforms one of these classes, the JVM asks here again and gets the same rewrite. That never
 * touches flags, fields or signatures, which a class that is loaded has to keep (JVM TI,
 * RetransformClasses).
 */
public final class JdkRewriting implements ClassFileTransformer {

  /** How often at start; a round may load classes that the JVM does not offer within it. */
  private static final int MOST_ROUNDS = 4;

  private final Set<String> internalNames = JdkSharedLocks.classes();

  /**
   * {@link #internalNames} as binary names: to compare with the name of a class makes no string.
   */
  private final Set<String> names = new HashSet<>();

  private final Instrumentation instrumentation;
  private final VisibleClasses classes;
  private final AgentOptions options;
  private final Outcome outcome;
  private final RewriteCache store = RewriteCache.ofJdk();
  private final AddedCode added;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** The classes that the JVM has offered so far, loaded by then or not. */
  private final Set<String> offered = ConcurrentHashMap.newKeySet();

  /** The classes of which the user knows that they were not offered in time. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** What went wrong before the application started, as there is still a way back then. */
  private final List<String> failures = new ArrayList<>();

  private final List<Class<?>> changed = new ArrayList<>();

  private volatile boolean started;

  /** For this JVM; does nothing yet. */
  public JdkRewriting(
      VisibleClasses classes,
      AgentOptions options,
      Outcome outcome,
      Instrumentation instrumentation) {
    for (String name : internalNames) {
      names.add(name.replace('/', '.'));
    }
    this.instrumentation = instrumentation;
    this.classes = classes;
    this.options = options;
    this.outcome = outcome;
    this.added = new AddedCode(classes, options, outcome);
  }

  /** Whether code of the JDK's class of that binary name is rewritten. */
  public boolean rewrites(String binaryName) {
    return names.contains(binaryName);
  }

  /** The code that was added to the JDK's loaders, which is rewritten along with the JDK's. */
  AddedCode added() {
    return added;
  }

  /**
   * Rewrites the classes that are loaded and from now on those that will be. The runtime must be
   * able to tell modes. Called once, by the thread that starts the agent.
   *
   * @throws IllegalStateException if this JVM does not let it, with the reason; the JDK is then as
   *     it was, so that nothing else may be rewritten either
   */
  public void begin() {
    if (!instrumentation.isRetransformClassesSupported()) {
      throw new IllegalStateException("this JVM does not retransform classes");
    }
    instrumentation.addTransformer(this, true);
    try {
      List<Class<?>> left = notOffered(instrumentation.getAllLoadedClasses());
      for (int round = 0; !left.isEmpty() && round < MOST_ROUNDS; round++) {
        changed.addAll(left);
        instrumentation.retransformClasses(left.toArray(new Class<?>[0]));
        left = notOffered(instrumentation.getAllLoadedClasses());
      }
      for (Class<?> c : left) {
        failures.add(c.getName() + ": the JVM does not offer it");
      }
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      failures.add(e.toString());
    }
    if (!failures.isEmpty()) {
      end();
      throw new IllegalStateException(
          "the JDK's own classes cannot be rewritten: " + failures.get(0));
    }
    started = true;
  }

  /** Gives the JDK back its own code, as long as nothing else has been rewritten. */
  public void end() {
    instrumentation.removeTransformer(this);
    try {
      instrumentation.retransformClasses(changed.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      // Then none was changed before either: the JVM changes all of them or none.
    }
  }

  private List<Class<?>> notOffered(Class<?>[] loaded) {
    List<Class<?>> left = new ArrayList<>();
    for (Class<?> c : loaded) {
      if (isOfJdk(loaderOf(c)) && !offered.contains(c.getName()) && isToBeOffered(c)) {
        left.add(c);
      }
    }
    return left;
  }

  private boolean isToBeOffered(Class<?> c) {
    return names.contains(c.getName())
        || !c.isArray()
            && !c.isHidden()
            && added.mayHave(c.getModule())
            && added.contains(c.getModule(), c.getName().replace('.', '/'))
            && instrumentation.isModifiableClass(c);
  }

  /** By the runtime, because a security manager asks nothing of it. */
  private static ClassLoader loaderOf(Class<?> c) {
    return UnpinControl.loaderOf(c);
  }

  private boolean isOfJdk(ClassLoader loader) {
    return loader == null || loader == platform;
  }

  /**
   * Rewrites the loaded classes that the JVM has not offered so far, and tells of them. Called now
   * and then, by threads with enough stack.
   */
  void catchUp(Class<?>[] loaded) {
    if (!started) {
      return;
    }
    for (Class<?> c : notOffered(loaded)) {
      // Other agents take part in this, and may take their time.
      OwnThreads.run(new Retransformation(c), OwnThreads.LONG_MILLIS);
      if (!offered.contains(c.getName())) {
        tellLate(c.getName(), "has so far");
      }
    }
  }

  private void tellLate(String name, String how) {
    if (told.add(name)) {
      outcome.unsafe(
          name
              + " was not offered to the agent when it was loaded, and "
              + how
              + " locked natively what rewritten code may lock virtually");
    }
  }

  private final class Retransformation extends Job<Void> {

    private final Class<?> loaded;

    Retransformation(Class<?> loaded) {
      this.loaded = loaded;
    }

    @Override
    protected Void work() throws UnmodifiableClassException {
      instrumentation.retransformClasses(loaded);
      return null;
    }
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (className == null || !isOfJdk(loader)) {
      return null;
    }
    boolean isAdded = added.contains(module, className);
    if (!isAdded && !internalNames.contains(className)) {
      return null;
    }
    String name = className.replace('/', '.');
    try {
      byte[] rewritten = rewriteWithEnoughStack(new Rewrite(module, className, classFile));
      boolean late = offered.add(name) && classBeingRedefined != null && started;
      if (late && rewritten != null) {
        tellLate(name, "has until now");
      }
      return rewritten;
    } catch (StackOverflowError | OutOfMemoryError e) {
      return null; // as if it had not been offered, which can be made good
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      offered.add(name);
      if (isAdded) {
        String why =
            t instanceof RuntimeException e ? ClassFileProblem.describe(classFile, e) : "" + t;
        outcome.failed(className, "a loader of the JDK", why, t);
      } else {
        fail(className, t.toString(), t);
      }
      return null;
    }
  }

  /** The rewriter may not have been used yet; an overflow would break what initializes it. */
  private byte[] rewriteWithEnoughStack(Rewrite job) throws Throwable {
    if (!started || !UnpinControl.isStackLow()) {
      return job.work();
    }
    return OwnThreads.resultOf(job);
  }

  private final class Rewrite extends Job<byte[]> {

    private final Module module;
    private final String className;
    private final byte[] classFile;

    Rewrite(Module module, String className, byte[] classFile) {
      this.module = module;
      this.className = className;
      this.classFile = classFile;
    }

    @Override
    protected byte[] work() {
      return added.contains(module, className)
          ? added.rewrite(module, classFile, !offered.contains(className.replace('/', '.')))
          : rewriteOwn(className, classFile);
    }
  }

  /**
   * The rewritten class file of one of the JDK's own classes: from the store if it is there, so
   * that nothing of the rewriter need be loaded.
   *
   * @param name internal name
   * @return null if it locks nothing
   * @throws IllegalStateException if not all of it can be rewritten that has to be
   */
  private byte[] rewriteOwn(String name, byte[] classFile) {
    Optional<RewriteResult> known = store.find(name, classFile, classes.jdk());
    RewriteResult result =
        known.isPresent() ? known.get() : new ClassRewriter(classes.jdkRules()).rewrite(classFile);
    if (locksNothing(result, classFile)) {
      return null;
    }
    if (!result.isWhole()) {
      throw new IllegalStateException(
          result.bytes().isEmpty() ? "no site was found" : "" + result.problems() + result.slow());
    }
    if (options.dump().isPresent()) {
      Dump.write(options.dump().get(), name, classFile, result.bytes(), outcome);
    }
    return result.bytes().get();
  }

  /** Whether a class of the list, which is of all JDKs, locks nothing in this one. */
  static boolean locksNothing(RewriteResult result, byte[] classFile) {
    return result.bytes().isEmpty() && !ClassFilePeek.at(classFile).mayNeedRewriting();
  }

  private void fail(String name, String why, Throwable cause) {
    if (started) {
      outcome.failed(name, "the JDK", why, cause);
    } else {
      failures.add(name.replace('/', '.') + ": " + why);
    }
  }
}
