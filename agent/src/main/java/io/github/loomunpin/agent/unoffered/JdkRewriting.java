// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.DoubleLocking;
import io.github.loomunpin.agent.rewrite.JoinRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MethodTable;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.JdkSharedLocks;
import io.github.loomunpin.rules.mode.Pinning;
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
 * retransforms one of these classes, the JVM asks here again and gets the same rewrite. But for
 * classes that are converted as a whole when they are loaded, that never touches flags, fields or
 * signatures, which a class that is loaded has to keep (JVM TI, RetransformClasses).
 */
public final class JdkRewriting implements ClassFileTransformer {

  /** How the collections are locked that call the application while they lock. */
  public enum Collections {
    /** Natively, as they are. */
    NATIVE,

    /** Both ways, which keeps out who locks them in either way; for the start alone. */
    TWICE,

    /** As all the rest that the agent rewrites. */
    CONVERTED
  }

  /** How often at start; a round may load classes that the JVM does not offer within it. */
  private static final int MOST_ROUNDS = 4;

  /** Internal names of all classes of the JDK's own that may be rewritten. */
  private final Set<String> internalNames = new HashSet<>(JdkSharedLocks.classes());

  /**
   * Binary names of {@link JdkSharedLocks#classes}: to compare with the name of a class makes no
   * string.
   */
  private final Set<String> names = new HashSet<>();

  private final Instrumentation instrumentation;
  private final AgentOptions options;
  private final VisibleClasses classes;
  private final JdkClassRewriter jdk;
  private final Outcome outcome;
  private final AddedCode added;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** The classes that the JVM has offered so far, loaded by then or not. */
  private final Set<String> offered = ConcurrentHashMap.newKeySet();

  /** The classes of which the user knows that they were not offered in time. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** What went wrong before the application started, as there is still a way back then. */
  private final List<String> failures = new ArrayList<>();

  private final List<Class<?>> changed = new ArrayList<>();

  private volatile Collections collections = Collections.NATIVE;

  private volatile boolean started;

  /** The thread that loads what is to be converted, or null. */
  private volatile Thread converting;

  /** Whether classes outside the public API are converted whenever they are loaded. */
  private volatile boolean convertsInternal;

  /** While {@link #lockCollections} is at work, so that there is a way back. */
  private boolean isChanging;

  /** For this JVM; does nothing yet. */
  public JdkRewriting(
      VisibleClasses classes,
      RewriteCache cache,
      AgentOptions options,
      Outcome outcome,
      Instrumentation instrumentation) {
    internalNames.addAll(JdkMonitors.convertible());
    if (options.convertsOfJdk(JoinRewriter.THREAD)
        && Pinning.monitorsPinOn(Runtime.version().feature())) {
      internalNames.add(JoinRewriter.THREAD);
    }
    for (String name : JdkSharedLocks.classes()) {
      names.add(name.replace('/', '.'));
    }
    this.instrumentation = instrumentation;
    this.options = options;
    this.classes = classes;
    this.jdk = new JdkClassRewriter(classes, cache, options, outcome);
    this.outcome = outcome;
    this.added = new AddedCode(classes, options, outcome);
  }

  /** Whether code of the JDK's class of that binary name is rewritten by {@link #begin}. */
  public boolean rewrites(String binaryName) {
    return names.contains(binaryName) && !isCollection(binaryName);
  }

  /** Whether {@link #lockCollections} is about the class of that binary name. */
  public static boolean isCollection(String binaryName) {
    return JdkSharedLocks.isCollection(binaryName.replace('.', '/'));
  }

  /** What rewrites single classes. */
  JdkClassRewriter rewriter() {
    return jdk;
  }

  /** The code that was added to the JDK's loaders, which is rewritten along with the JDK's. */
  AddedCode added() {
    return added;
  }

  /**
   * Converts, as a whole, the classes that can be converted so and that this thread loads until
   * {@link #begin}. What is loaded already keeps its synchronized methods, and its objects are
   * native.
   *
   * @throws IllegalStateException if this JVM does not let classes be rewritten
   */
  public void beginConverting() {
    if (!instrumentation.isRetransformClassesSupported()) {
      throw new IllegalStateException("this JVM does not retransform classes");
    }
    converting = Thread.currentThread();
    instrumentation.addTransformer(this, true);
  }

  /**
   * From now on converts as a whole also those classes outside the public API, whenever they are
   * loaded. The transformers of other agents, which may undo that, must be seen by then.
   */
  public void convertInternal() {
    convertsInternal = true;
  }

  /**
   * Rewrites the classes that are loaded and from now on those that will be. The runtime must be
   * able to tell modes. Called once, by the thread that starts the agent.
   *
   * @throws IllegalStateException if this JVM does not let it, with the reason; the JDK is then as
   *     it was, so that nothing else may be rewritten either
   */
  public void begin() {
    converting = null;
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
    } catch (UnmodifiableClassException | LinkageError | VirtualMachineError | RuntimeException e) {
      failures.add(e.toString());
    }
    if (!failures.isEmpty()) {
      end();
      throw new IllegalStateException(
          "the JDK's own classes cannot be rewritten: " + failures.get(0));
    }
    started = true;
  }

  /**
   * Changes how the JDK's collections lock, after {@link #begin}, on the same thread. No code that
   * locks them in a way of which the new one does not keep it out may be running.
   *
   * @return why they lock natively instead; empty if they lock as asked for
   */
  public Optional<String> lockCollections(Collections how) {
    collections = how;
    isChanging = true;
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      if (loaderOf(c) == null && isCollection(c.getName())) {
        loaded.add(c);
      }
    }
    changed.addAll(loaded);
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | VirtualMachineError | RuntimeException e) {
      failures.add(e.toString());
    }
    isChanging = false;
    if (failures.isEmpty() && how == Collections.CONVERTED) {
      classes.addLockedInBlocks(true, options);
    }
    if (failures.isEmpty() || how == Collections.NATIVE) {
      return Optional.empty();
    }
    String why = failures.get(0);
    failures.clear();
    lockCollections(Collections.NATIVE);
    return Optional.of(why);
  }

  /** Gives the JDK back its own code, as long as nothing else has been rewritten. */
  public void end() {
    instrumentation.removeTransformer(this);
    convertsInternal = false;
    classes.forgetConverted();
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      if (isOfJdk(loaderOf(c))
          && JdkMonitors.lockedByJdk().contains(c.getName().replace('.', '/'))) {
        UnpinControl.forgetMode(c);
      }
    }
    try {
      instrumentation.retransformClasses(changed.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      // Then none was changed before either: the JVM changes all of them or none.
    }
  }

  /**
   * Whether a class file is one that this has made of a class of the JDK's own, so that what others
   * make of it is rewritten in the same way.
   */
  boolean isRewritten(String internalName, byte[] classFile) {
    return internalNames.contains(internalName)
        && !internalName.equals(JoinRewriter.THREAD)
        && !isTwice(internalName)
        && new MethodTable(classFile).namesRuntime();
  }

  private boolean isTwice(String internalName) {
    return collections == Collections.TWICE && JdkSharedLocks.isCollection(internalName);
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
            && (collections == Collections.CONVERTED || !isCollection(c.getName()))
        || c == Thread.class && internalNames.contains(JoinRewriter.THREAD)
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
   * Rewrites the loaded classes that the JVM has not offered so far, and reports them. Called now
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
    if (JdkMonitors.convertible().contains(className) && !classes.isConverted(className)) {
      if (mayConvert(className, classBeingRedefined)) {
        return convert(module, name, className, classFile);
      }
      if (!names.contains(name)) {
        return null;
      }
    }
    boolean isCollection = JdkSharedLocks.isCollection(className);
    if (isCollection && collections == Collections.NATIVE) {
      return null;
    }
    try {
      byte[] rewritten =
          rewriteWithEnoughStack(
              new Rewrite(module, className, classFile, classes.isConverted(className)));
      boolean late = offered.add(name) && classBeingRedefined != null && started && !isCollection;
      if (late && rewritten != null) {
        tellLate(name, "has until now");
      }
      return rewritten;
    } catch (StackOverflowError | OutOfMemoryError e) {
      forgetUnlessLoaded(className, classBeingRedefined);
      offered.remove(name); // catchUp retransforms it
      return null;
    } catch (Throwable t) {
      forgetUnlessLoaded(className, classBeingRedefined);
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

  /** Before it is used, and, if others can name it, before anything is decided by its name. */
  private boolean mayConvert(String className, Class<?> classBeingRedefined) {
    return classBeingRedefined == null
        && options.convertsOfJdk(className)
        && (converting == Thread.currentThread()
            || convertsInternal && JdkMonitors.convertedWhenLoaded().contains(className));
  }

  /**
   * Null where the class has no monitors of its own, and where it cannot be converted. That does no
   * harm: then its objects are native.
   */
  private byte[] convert(Module module, String name, String className, byte[] classFile) {
    try {
      ClassFilePeek peek = ClassFilePeek.at(classFile);
      if (converting == Thread.currentThread() && classes.isKeptByJdk(peek.superName())) {
        return null;
      }
      byte[] converted =
          peek.mayNeedRewriting()
              ? rewriteWithEnoughStack(new Rewrite(module, className, classFile, true))
              : null;
      offered.add(name);
      classes.addConverted(className);
      return converted;
    } catch (Throwable t) {
      classes.forgetConverted(className);
      return null;
    }
  }

  /** A class that was converted when its definition failed is defined once more as it is. */
  private void forgetUnlessLoaded(String className, Class<?> classBeingRedefined) {
    if (classBeingRedefined == null && JdkMonitors.convertible().contains(className)) {
      classes.forgetConverted(className);
    }
  }

  /** The rewriter may not have been used yet; an overflow would break what initializes it. */
  private byte[] rewriteWithEnoughStack(Rewrite job) throws Throwable {
    return OwnThreads.resultOf(job, started && UnpinControl.isStackLow());
  }

  private final class Rewrite extends Job<byte[]> {

    private final Module module;
    private final String className;
    private final byte[] classFile;
    private final boolean wholly;

    Rewrite(Module module, String className, byte[] classFile, boolean wholly) {
      this.module = module;
      this.className = className;
      this.classFile = classFile;
      this.wholly = wholly;
    }

    @Override
    protected byte[] work() {
      if (isTwice(className)) {
        return DoubleLocking.of(classFile);
      }
      return added.contains(module, className)
          ? added.rewrite(module, classFile, !offered.contains(className.replace('/', '.')))
          : jdk.rewrite(className, classFile, wholly);
    }
  }

  private void fail(String name, String why, Throwable cause) {
    if (started && !isChanging) {
      outcome.failed(name, "the JDK", why, cause);
    } else {
      failures.add(name.replace('/', '.') + ": " + why);
    }
  }
}
