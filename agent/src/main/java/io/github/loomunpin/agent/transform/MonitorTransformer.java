// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.DefinedClasses.Given;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.mode.ReplacedObjectRules;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;

/**
 * Has each class rewritten as its loader defines it, with enough stack for that, and reports those
 * that cannot be: {@link RewriteSteps} says what happens to one. Called by many threads at once;
 * keeps no lock while it reads class files, and runs no code of the application.
 *
 * <p>Registered as not retransforming: other agents' retransformations then start from the
 * rewritten class, whose methods have lost their synchronized flags already. The JVM lets no
 * retransformation change the flags of methods, so starting from the original class file would make
 * every one of them fail. A redefinition comes here again, and keeps the flags and methods with
 * which the class was defined.
 */
public final class MonitorTransformer implements ClassFileTransformer {

  private final VisibleClasses classes;
  private final DefinedClasses defined = new DefinedClasses();
  private final LaterChanges later;
  private final RewriteSteps steps;
  private final AgentOptions options;
  private final Outcome outcome;
  private final List<BootClassWatch> watches;
  private final RewrittenAhead ahead = new RewrittenAhead();
  private final ResolvingLoaders resolving = new ResolvingLoaders();
  private final DefinedMeanwhile meanwhile = new DefinedMeanwhile();
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** What is to be done when the boot loader loads a class. */
  public record BootClassWatch(String internalName, Runnable action) {}

  /** The transformer of this JVM. */
  public MonitorTransformer(
      VisibleClasses classes,
      RewriteCache cache,
      AgentOptions options,
      Outcome outcome,
      List<BootClassWatch> watches) {
    this.classes = classes;
    this.watches = watches;
    this.steps = new RewriteSteps(classes, cache, options, outcome);
    this.later = new LaterChanges(classes, defined, resolving, steps, outcome);
    this.options = options;
    this.outcome = outcome;
    Refusal.prepare();
    // Initializes all that is needed where stack is short, where it would fail for ever.
    new OfferedRewrite(new OfferedClass(null, null, null)).cancel();
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == platform || OwnClasses.contain(className)) {
      return null;
    }
    if (loader == null) {
      seeBootClass(className, classFile);
      return null;
    }
    if (loader.getClass() == TrialLoader.class
        || meanwhile.leaves(loader, className, classBeingRedefined != null, classFile)
        || ahead.isLast(classFile)) {
      return null;
    }
    try {
      Optional<Given> before =
          classBeingRedefined == null ? Optional.empty() : defined.given(loader, className);
      OfferedClass offered;
      if (before.isEmpty()) {
        offered = new OfferedClass(loader, className, classFile);
      } else {
        MethodTable table = new MethodTable(classFile);
        Optional<byte[]> refused = before.get().refused(table);
        if (refused.isPresent()) {
          later.begin(className, classFile, null);
          return refused.get();
        }
        offered =
            new OfferedClass(
                loader,
                className,
                before.get().shape(true),
                before.get().completed(table, classFile));
      }
      byte[] rewritten = withEnoughStack(offered);
      if (classBeingRedefined == null) {
        noteGiven(offered, rewritten);
      }
      later.begin(offered.name(), classFile, rewritten);
      return rewritten;
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      if (Refusal.isFor(t) && options.mode() == AgentOptions.Mode.REWRITE) {
        if (Refusal.isOfAgent(t)) {
          outcome.jarChanged(t.toString());
        }
        return Refusal.classFile(t);
      }
      String name = className == null ? nameIn(classFile) : className;
      fail(name, loader, classFile, t);
      if (classBeingRedefined == null) {
        defined.add(loader, name);
      }
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
      if (classes.mayBeAddedToBoot(className)) {
        seeAddedClass(className, classFile);
      }
    } catch (Throwable t) {
      fail(className == null ? nameIn(classFile) : className, null, classFile, t);
    }
  }

  private void seeAddedClass(String name, byte[] classFile) {
    Optional<ClassLoader> application = classes.application();
    boolean isAlso = application.isPresent() && defined.contains(application.get(), name);
    boolean judgedVirtual = !isAlso && classes.isJudgedVirtual(name);
    classes.addToBoot(classFile);
    if (judgedVirtual && ClassFilePeek.at(classFile).mayHaveSites()) {
      outcome.warn(
          name.replace('/', '.')
              + " locks natively, since the boot loader loads it, after classes that name it may"
              + " have been rewritten as if it were the application's");
    }
  }

  private byte[] withEnoughStack(OfferedClass offered) throws Throwable {
    // Without rewriting there is no runtime, and being cut short does no harm.
    if (options.mode() != AgentOptions.Mode.REWRITE || !UnpinControl.isStackLow()) {
      try {
        return steps.define(offered);
      } catch (StackOverflowError e) {
        // Then it takes more than usual.
      }
    }
    if (options.mode() == AgentOptions.Mode.REWRITE) {
      UnpinControl.probeStack();
    }
    return OwnThreads.resultOf(new OfferedRewrite(offered)); // while this thread waits
  }

  private final class OfferedRewrite extends Job<byte[]> {

    private final OfferedClass offered;

    OfferedRewrite(OfferedClass offered) {
      this.offered = offered;
    }

    @Override
    protected byte[] work() {
      return steps.define(offered);
    }
  }

  /**
   * Rewrites a class that is going to be defined by a thread with too little stack for the JVM to
   * offer it.
   *
   * @return null if there is nothing to rewrite
   * @throws StackOverflowError or {@link OutOfMemoryError} if it could not be rewritten, or a
   *     {@link LinkageError} if the agent's jar was changed
   */
  public byte[] rewriteAhead(ClassLoader loader, byte[] classFile) {
    OfferedClass offered = new OfferedClass(loader, null, classFile);
    if (OwnClasses.contain(offered.name())) {
      return null;
    }
    byte[] rewritten = null;
    try {
      rewritten = OwnThreads.resultOf(new OfferedRewrite(offered));
      ahead.setLast(rewritten == null ? classFile : rewritten);
    } catch (Throwable t) {
      throwIfRefused(t);
      fail(offered.name(), loader, classFile, t);
    }
    noteGiven(offered, rewritten);
    return rewritten;
  }

  /** The rewrite of a hidden class, null if there is nothing to rewrite. */
  public byte[] rewriteHidden(ClassLoader loader, byte[] classFile) {
    OfferedClass offered = OfferedClass.hidden(loader, classFile);
    if (loader == null || loader == platform || OwnClasses.contain(offered.name())) {
      return null;
    }
    try {
      byte[] rewritten = steps.define(offered);
      if (rewritten != null) {
        resolving.add(loader);
      }
      return rewritten;
    } catch (Throwable t) {
      throwIfRefused(t);
      fail(offered.name(), loader, classFile, t);
      return null;
    }
  }

  /** To the code that defines the class, as the JVM would. */
  private void throwIfRefused(Throwable t) {
    if (Refusal.isFor(t)) {
      if (Refusal.isOfAgent(t)) {
        outcome.jarChanged(t.toString());
      }
      throw (Error) t;
    }
  }

  /**
   * The rewrite of a class that is not being defined; empty if there is none. Nothing is counted.
   */
  public Optional<byte[]> tryOut(ClassLoader loader, byte[] classFile) {
    return steps.tryOut(new OfferedClass(loader, null, classFile));
  }

  /** Whether a class has monitors that would be rewritten. */
  public boolean hasSites(ClassLoader loader, byte[] classFile) {
    return steps.hasSites(new OfferedClass(loader, null, classFile));
  }

  /** The name in a class file: the JVM gives none where a loader defines a class without one. */
  public static String nameIn(byte[] classFile) {
    try {
      return ClassFilePeek.at(classFile).name();
    } catch (RuntimeException e) {
      return "a class without a name";
    }
  }

  /** Reports a class that stays as it is, unless it will never come to life. */
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

  /**
   * Notes what the JVM is given for a class of a loader's own.
   *
   * @param rewritten null if it is the class file as it was
   */
  private void noteGiven(OfferedClass offered, byte[] rewritten) {
    if (rewritten == null) {
      defined.add(offered.loader(), offered.name(), Given.AS_IT_WAS);
      return;
    }
    resolving.add(offered.loader());
    defined.add(
        offered.loader(),
        offered.name(),
        Given.rewritten(offered.peek().synchronizedMethods(), rewritten));
  }

  /** A rewriter like that for an application's class, but one whose work is not counted. */
  public ClassRewriter rewriter() {
    return new ClassRewriter(new ReplacedObjectRules(classes.seenAnew()));
  }

  /** What classes see, by which they are rewritten. */
  public VisibleClasses classes() {
    return classes;
  }

  /** What other agents do to classes later. */
  public LaterChanges later() {
    return later;
  }

  /** What is defined while the agent starts. */
  public DefinedMeanwhile meanwhile() {
    return meanwhile;
  }

  /** Which classes the JVM has offered. */
  public DefinedClasses defined() {
    return defined;
  }

  /** Which class loaders have to find the runtime. */
  public ResolvingLoaders resolving() {
    return resolving;
  }

  /** Forgets class loaders that are gone. */
  public void purge() {
    defined.purge();
    resolving.purge();
  }
}
