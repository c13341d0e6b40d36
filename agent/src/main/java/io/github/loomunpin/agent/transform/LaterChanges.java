// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ChangedClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.DefinedClasses.Given;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.mode.ReplacedObjectRules;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks after the transformers of other agents, which the JVM asks after this one's. They would see
 * classes that are rewritten: what they put at the beginning or end of a synchronized method would
 * run outside its lock, and what they lock there would be locked natively.
 *
 * <ul>
 *   <li>While a class is defined or redefined, each of them is shown the class file as the loader,
 *       or the transformer before, has left it. What it makes of that is rewritten anew.
 *   <li>When a class is retransformed, there is only the rewritten class file. It is shown with the
 *       flags that the loader has declared, and what was changed in it is rewritten: {@link
 *       ChangedClassRewriter}.
 * </ul>
 *
 * <p>Safe for any thread.
 */
public final class LaterChanges {

  /** The flags that a rewrite may clear: native methods are called by others of their names. */
  private static final int CLEARED = Modifier.SYNCHRONIZED | Modifier.NATIVE;

  private final VisibleClasses classes;
  private final DefinedClasses defined;
  private final ResolvingLoaders resolving;
  private final RewriteSteps steps;
  private final Outcome outcome;

  /** What a thread has rewritten last, while it defines or redefines the class. */
  private final ThreadLocal<Rewritten> last = new ThreadLocal<>();

  LaterChanges(
      VisibleClasses classes,
      DefinedClasses defined,
      ResolvingLoaders resolving,
      RewriteSteps steps,
      Outcome outcome) {
    this.classes = classes;
    this.defined = defined;
    this.resolving = resolving;
    this.steps = steps;
    this.outcome = outcome;
  }

  /**
   * A class file that was rewritten.
   *
   * @param before as it was
   * @param after as the JVM goes on with it
   */
  private record Rewritten(String name, byte[] before, byte[] after) {

    boolean isThis(String other, byte[] classFile) {
      return name.equals(other) && Arrays.equals(after, classFile);
    }
  }

  /**
   * Notes what the current thread defines or redefines.
   *
   * @param rewritten null if it is the class file as it was
   */
  void begin(String name, byte[] classFile, byte[] rewritten) {
    if (rewritten != null) {
      last.set(new Rewritten(name, classFile, rewritten));
    } else if (last.get() != null) {
      last.remove();
    }
  }

  /**
   * Calls a transformer of any agent, for a class that is not of the JDK's loaders.
   *
   * @return null if the class file stays as it is
   * @throws IllegalClassFormatException if the transformer does
   */
  public byte[] transform(
      ClassFileTransformer transformer,
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws IllegalClassFormatException {
    if (isOwn(transformer)) {
      return transformer.transform(
          module, loader, className, classBeingRedefined, domain, classFile);
    }
    Optional<ForeignChange> change = change(loader, className, classBeingRedefined, classFile);
    // Some write into what they are given.
    byte[] shown = change.isEmpty() ? classFile : change.get().shown().clone();
    Rewritten recent = last.get();
    byte[] changed;
    try {
      changed =
          transformer.transform(module, loader, className, classBeingRedefined, domain, shown);
    } finally {
      // A transformer may load classes, which are rewritten on this thread.
      last.set(recent);
    }
    if (change.isEmpty()) {
      return changed;
    }
    if (changed == null || Arrays.equals(changed, change.get().shown())) {
      return null;
    }
    if (!ClassFilePeek.at(changed).isReadable()) {
      return changed; // for the JVM to refuse
    }
    change.get().setChanged(changed);
    byte[] rewritten = rewritten(change.get(), transformer, change.get().name, outcome);
    if (rewritten != null && change.get() instanceof Anew) {
      last.set(new Rewritten(change.get().name, changed, rewritten));
    }
    return rewritten;
  }

  /**
   * What the JVM goes on with.
   *
   * @param change rewrites what a transformer has made of a class
   * @param name internal name of the class
   * @return null if that fails: then what the transformer has made is left out
   */
  public static byte[] rewritten(
      Job<byte[]> change, ClassFileTransformer transformer, String name, Outcome outcome) {
    try {
      return OwnThreads.resultOf(change, UnpinControl.isStackLow());
    } catch (Throwable t) {
      // With what cannot be rewritten the class would have other locks.
      outcome.warn(
          "the change of "
              + name.replace('/', '.')
              + " by "
              + transformer.getClass().getName()
              + " is left out, because it could not be rewritten ("
              + t
              + ")");
      return null;
    }
  }

  /** Empty for a class that is not one of the application's, or that the agent is yet to see. */
  private Optional<ForeignChange> change(
      ClassLoader loader, String className, Class<?> loaded, byte[] classFile) {
    String name = className == null ? MonitorTransformer.nameIn(classFile) : className;
    Optional<Given> given = defined.given(loader, name);
    if (given.isEmpty() || OwnClasses.contain(name)) {
      return Optional.empty();
    }
    Rewritten recent = last.get();
    if (recent != null && recent.isThis(name, classFile)) {
      return Optional.of(new Anew(loader, name, given.get(), loaded, recent.before()));
    }
    Optional<byte[]> declared = declared(given.get(), classFile);
    if (declared.isEmpty()) {
      return Optional.empty();
    }
    byte[] shown = declared.get();
    if (loaded != null && !given.get().unflagged().isEmpty()) {
      shown = given.get().completed(new MethodTable(shown), shown);
    }
    return Optional.of(new Again(loader, name, given.get(), loaded, classFile, shown));
  }

  /**
   * The class file from which the JVM starts, with the flags and methods that the loader has
   * declared; empty if the class is being redefined, and the agent is yet to see it.
   */
  private static Optional<byte[]> declared(Given given, byte[] classFile) {
    Set<String> unflagged = given.first().keySet();
    if (unflagged.isEmpty()) {
      return Optional.of(classFile);
    }
    MethodTable table = new MethodTable(classFile);
    if (!table.namesRuntime()) {
      return Optional.empty();
    }
    return Optional.of(
        given.wrapped().isEmpty()
            ? table.withSynchronized(unflagged)
            : ChangedClassRewriter.shown(classFile, given.first()));
  }

  /** Whether a transformer is this agent's. */
  public static boolean isOwn(ClassFileTransformer transformer) {
    Class<?> type = transformer.getClass();
    return UnpinControl.loaderOf(type) == UnpinControl.loaderOf(LaterChanges.class)
        && OwnClasses.containBinary(type.getName());
  }

  /** What another agent makes of one class file. */
  private abstract class ForeignChange extends Job<byte[]> {

    final ClassLoader loader;
    final String name;
    final Given given;

    /** Null while the class is being defined. */
    final Class<?> loaded;

    private final byte[] shown;
    private byte[] changed;

    ForeignChange(ClassLoader loader, String name, Given given, Class<?> loaded, byte[] shown) {
      this.loader = loader;
      this.name = name;
      this.given = given;
      this.loaded = loaded;
      this.shown = shown;
    }

    @Override
    protected final byte[] work() {
      if (loaded == null) {
        return rewrittenAsDefined();
      }
      MethodTable table = new MethodTable(changed);
      Optional<byte[]> refused = given.refused(table);
      if (refused.isPresent()) {
        return refused.get();
      }
      changed = given.completed(table, changed);
      return rewritten();
    }

    /** A class may get another superclass as long as it is being defined, but not later. */
    private byte[] rewrittenAsDefined() {
      steps.noteDefinition(offered());
      try {
        return rewritten();
      } catch (Throwable t) {
        // What was made of the class is left out, so it is defined with what was shown.
        steps.noteDefinition(new OfferedClass(loader, name, shown));
        throw t;
      }
    }

    /** What the JVM goes on with. */
    abstract byte[] rewritten();

    final byte[] shown() {
      return shown;
    }

    final void setChanged(byte[] classFile) {
      changed = classFile;
    }

    final OfferedClass offered() {
      return new OfferedClass(loader, name, given.shape(loaded != null), changed);
    }

    /** Notes what the class is defined with now. */
    final void note(OfferedClass offered, byte[] rewritten) {
      if (!given.isRewritten()) {
        resolving.add(loader);
      }
      if (loaded == null) {
        Given now = Given.rewritten(offered.peek().synchronizedMethods(), rewritten);
        defined.add(loader, name, given.changed(now));
      }
    }
  }

  /** What was made of the class file as it was before it was rewritten. */
  private final class Anew extends ForeignChange {

    Anew(ClassLoader loader, String name, Given given, Class<?> loaded, byte[] before) {
      super(loader, name, given, loaded, before);
    }

    @Override
    byte[] rewritten() {
      OfferedClass offered = offered();
      byte[] rewritten = steps.tryOut(offered).orElse(offered.bytes());
      note(offered, rewritten);
      return rewritten;
    }
  }

  /** What was made of a class file that was rewritten. */
  private final class Again extends ForeignChange {

    private final byte[] before;

    Again(
        ClassLoader loader,
        String name,
        Given given,
        Class<?> loaded,
        byte[] before,
        byte[] shown) {
      super(loader, name, given, loaded, shown);
      this.before = before;
    }

    @Override
    byte[] rewritten() {
      OfferedClass offered = steps.withPlainObjectsReplaced(offered());
      if (!offered.peek().mayNeedRewriting()) {
        return offered.bytes();
      }
      RewriteResult result =
          new ChangedClassRewriter(new ReplacedObjectRules(offered.seen(classes)), offered.shape())
              .rewrite(before, offered.bytes());
      for (String problem : result.problems()) {
        outcome.unsafe(name.replace('/', '.') + "." + problem);
      }
      byte[] rewritten = result.bytes().orElse(offered.bytes());
      note(offered, rewritten);
      return rewritten;
    }
  }

  /**
   * The flags of methods as the loader has declared them.
   *
   * @return -1 for methods of the agent's own; null if nothing differs
   */
  public int[] declaredFlags(Class<?> c, ClassLoader loader, Method[] methods) {
    Optional<Given> given = defined.given(loader, c.getName().replace('.', '/'));
    if (given.isEmpty() || given.get().unflagged().isEmpty()) {
      return null;
    }
    Map<String, Integer> cleared = new HashMap<>();
    for (Map.Entry<String, Integer> each : given.get().unflagged().entrySet()) {
      cleared.put(each.getKey(), each.getValue() & CLEARED);
    }
    return MethodTable.declaredFlags(methods, cleared);
  }
}
