// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;

/**
 * Has each class rewritten as its loader defines it, with enough stack for that, and tells of those
 * that cannot be. Called by many threads at once; keeps no lock while it reads class files, and
 * runs no code of the application.
 *
 * <p>Registered as not retransforming: other agents' retransformations then start from the
 * rewritten class, whose methods have lost their synchronized flags already. The JVM lets no
 * retransformation change the flags of methods, so starting from the original class file would make
 * every one of them fail. A redefinition comes here again and gets the same rewrite, since that
 * depends on nothing but the bytes and the fixed options.
 */
public final class MonitorTransformer implements ClassFileTransformer, Definitions.Rewriting {

  /** What the names of all of the agent's packages begin with. */
  private static final String OWN_GROUP = "io/github/loomunpin/";

  private static final String OWN_GROUP_NAME = OWN_GROUP.replace('/', '.');

  private static final List<String> OWN =
      List.of(OWN_GROUP + "agent/", OWN_GROUP + "rules/", OWN_GROUP + "shaded/");

  private final LoaderIndexes indexes;
  private final LoaderRewriting rewriting;
  private final AgentOptions options;
  private final Outcome outcome;
  private final List<BootClassWatch> watches;
  private final RewrittenAhead ahead = new RewrittenAhead();
  private final ResolvingLoaders resolving = new ResolvingLoaders();
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** What is to be done when the boot loader loads a class. */
  public record BootClassWatch(String internalName, Runnable action) {}

  /** A transformer that watches no class of the boot loader. */
  public MonitorTransformer(ModeBasis basis, AgentOptions options, Outcome outcome) {
    this(basis, RewriteCache.NONE, options, outcome, List.of());
  }

  /** The transformer of this JVM. */
  public MonitorTransformer(
      ModeBasis basis,
      RewriteCache cache,
      AgentOptions options,
      Outcome outcome,
      List<BootClassWatch> watches) {
    this.watches = watches;
    this.indexes = new LoaderIndexes(basis);
    this.rewriting = new LoaderRewriting(basis, indexes, cache, options, outcome);
    this.options = options;
    this.outcome = outcome;
    Refusal.prepare();
    // Initialises all that is needed where stack is short, where it would fail for ever.
    new Rewrite(null, null, null).cancel();
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == platform || isOwn(className)) {
      return null;
    }
    if (loader == null) {
      seeBootClass(className, classFile);
      return null;
    }
    if (loader.getClass() == TrialLoader.class || ahead.isLast(classFile)) {
      return null;
    }
    try {
      byte[] rewritten = rewriteWithEnoughStack(loader, className, classFile);
      setGiven(loader, className == null ? nameIn(classFile) : className, rewritten);
      return rewritten;
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      if (Refusal.isFor(t) && options.mode() == AgentOptions.Mode.REWRITE) {
        return Refusal.classFile(t);
      }
      String name = className == null ? nameIn(classFile) : className;
      fail(name, loader, classFile, t);
      setGiven(loader, name, null);
      return null;
    }
  }

  private void seeBootClass(String className, byte[] classFile) {
    try {
      for (int i = 0; i < watches.size(); i++) {
        if (watches.get(i).internalName().equals(className)) {
          watches.get(i).action().run();
        }
      }
      if (indexes.mayBeAddedToBoot(className)) {
        seeAddedClass(className, classFile);
      }
    } catch (Throwable t) {
      fail(className == null ? nameIn(classFile) : className, null, classFile, t);
    }
  }

  private byte[] rewriteWithEnoughStack(ClassLoader loader, String className, byte[] classFile)
      throws Throwable {
    // Without rewriting there is no runtime, and being cut short does no harm.
    if (options.mode() != AgentOptions.Mode.REWRITE || !UnpinControl.isStackLow()) {
      try {
        return rewriting.rewrite(loader, className, classFile);
      } catch (StackOverflowError e) {
        // Then it takes more than usual.
      }
    }
    if (options.mode() == AgentOptions.Mode.REWRITE) {
      UnpinControl.probeStack();
    }
    Rewrite job = new Rewrite(loader, className, classFile);
    return OwnThreads.resultOf(job); // while this thread waits
  }

  private final class Rewrite extends Job<byte[]> {

    private final ClassLoader loader;
    private final String className;
    private final byte[] classFile;

    Rewrite(ClassLoader loader, String className, byte[] classFile) {
      this.loader = loader;
      this.className = className;
      this.classFile = classFile;
    }

    @Override
    protected byte[] work() {
      return rewriting.rewrite(loader, className, classFile);
    }
  }

  /**
   * Rewrites a class that is going to be defined by a thread with too little stack for the JVM to
   * offer it.
   *
   * @return null if there is nothing to rewrite
   * @throws StackOverflowError or {@link OutOfMemoryError} if it could not be rewritten
   */
  byte[] rewriteAhead(ClassLoader loader, byte[] classFile) {
    String name = nameIn(classFile);
    if (isOwn(name)) {
      return null;
    }
    byte[] rewritten = null;
    try {
      rewritten = OwnThreads.resultOf(new Rewrite(loader, name, classFile));
      ahead.setLast(rewritten == null ? classFile : rewritten);
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw e;
    } catch (Throwable t) {
      fail(name, loader, classFile, t);
    }
    setGiven(loader, name, rewritten);
    return rewritten;
  }

  /** The JVM gives no name where a loader defines a class without one. */
  static String nameIn(byte[] classFile) {
    try {
      return ClassFilePeek.at(classFile).name();
    } catch (RuntimeException e) {
      return "a class without a name";
    }
  }

  /** Tells of a class that stays as it is, unless it will never come to life. */
  private void fail(String name, ClassLoader loader, byte[] classFile, Throwable t) {
    if (!(t instanceof VirtualMachineError) && TrialLoader.isRefused(classFile)) {
      return;
    }
    outcome.failed(
        name,
        loader == null
            ? "the boot loader"
            : loader.getClass().getName() + "@" + System.identityHashCode(loader),
        t instanceof RuntimeException e ? ClassFileProblem.describe(classFile, e) : t.toString(),
        t);
  }

  /** The rewrite of a hidden class, null if there is nothing to rewrite. */
  byte[] transformHidden(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (loader == null || loader == platform || isOwn(peek.name())) {
      return null;
    }
    try {
      byte[] rewritten = rewriting.rewriteHidden(loader, peek, classFile);
      if (rewritten != null) {
        resolving.add(loader);
      }
      return rewritten;
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw e; // to the code that defines the class, as the JVM would
    } catch (Throwable t) {
      fail(peek.name(), loader, classFile, t);
      return null;
    }
  }

  private void seeAddedClass(String name, byte[] classFile) {
    boolean judgedVirtual = indexes.addToBoot(name, classFile);
    if (judgedVirtual && ClassFilePeek.at(classFile).mayHaveSites()) {
      outcome.warn(
          name.replace('/', '.')
              + " locks natively, since the boot loader loads it, after classes that name it may"
              + " have been rewritten as if it were the application's");
    }
  }

  /** A rewriter like that for an application's class, but one whose work is not counted. */
  public ClassRewriter rewriter() {
    return rewriting.rewriter();
  }

  /** Which class loaders have to find the runtime. */
  ResolvingLoaders resolving() {
    return resolving;
  }

  /** Forgets class loaders that are gone. */
  void purge() {
    indexes.purge();
    resolving.purge();
  }

  /**
   * Notes what the JVM is given for a class of this loader's own.
   *
   * @param rewritten null if it is the class file as it was
   */
  private void setGiven(ClassLoader loader, String name, byte[] rewritten) {
    if (rewritten != null) {
      resolving.add(loader);
    }
    indexes.setDefined(loader, name, rewritten != null);
  }

  /** What is known of the classes that were offered. */
  LoaderIndexes indexes() {
    return indexes;
  }

  /** The class file of a class that this loader has defined, if that is known. */
  Optional<byte[]> classFile(ClassLoader loader, String name) {
    return rewriting.classFile(loader, name);
  }

  @Override
  public Optional<byte[]> rewriteUncounted(ClassLoader loader, byte[] classFile) {
    return rewriting.rewriteUncounted(loader, classFile);
  }

  /** Whether a class has monitors that would be rewritten. */
  boolean hasSites(ClassLoader loader, byte[] classFile) {
    return rewriting.rewriteMonitors(loader, classFile).isPresent();
  }

  static boolean isOwn(String className) {
    if (className != null && className.startsWith(OWN_GROUP)) {
      for (String prefix : OWN) {
        if (className.startsWith(prefix)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The same of a name with dots. */
  static boolean isOwnBinaryName(String name) {
    return name != null && name.startsWith(OWN_GROUP_NAME) && isOwn(name.replace('.', '/'));
  }
}
