// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ChangedClassRewriter;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.DefinedClasses.Given;
import io.github.loomunpin.agent.visible.OwnClasses;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.mode.ReplacedObjectRules;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Looks after the transformers of other agents. They see classes that are rewritten, in which a
 * synchronized method has a block within its body: what they put at the beginning or end of the
 * method would run outside its lock, and what they lock there would be locked natively. So each of
 * them is shown the flags that the loader has declared, and what it makes of a class is rewritten
 * before the next one sees it. Safe for any thread.
 */
public final class LaterChanges {

  /** The flags that a rewrite may clear: native methods are called by others of their names. */
  private static final int CLEARED = Modifier.SYNCHRONIZED | Modifier.NATIVE;

  private final VisibleClasses classes;
  private final DefinedClasses defined;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  LaterChanges(VisibleClasses classes, DefinedClasses defined, Outcome outcome) {
    this.classes = classes;
    this.defined = defined;
    this.outcome = outcome;
  }

  /**
   * Calls a transformer of any agent.
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
    Optional<Given> given =
        loader == null || loader == platform || className == null || isOwn(transformer)
            ? Optional.empty()
            : defined.given(loader, className);
    if (given.isEmpty()) {
      // No class of the application, or one that the agent is yet to see.
      return transformer.transform(
          module, loader, className, classBeingRedefined, domain, classFile);
    }
    Set<String> unflagged = given.get().unflagged().keySet();
    byte[] declared = unflagged.isEmpty() ? classFile : SynchronizedFlags.set(classFile, unflagged);
    byte[] changed =
        transformer.transform(module, loader, className, classBeingRedefined, domain, declared);
    if (changed == null || Arrays.equals(changed, declared)) {
      return null;
    }
    Change change =
        new Change(loader, className, given.get(), classBeingRedefined, classFile, changed);
    try {
      return UnpinControl.isStackLow() ? OwnThreads.resultOf(change) : change.work();
    } catch (Throwable t) {
      // Anything thrown would take from the other agent what it has done.
      outcome.unsafe(
          "what "
              + transformer.getClass().getName()
              + " has put into "
              + className.replace('/', '.')
              + " locks natively and runs outside the locks of synchronized methods ("
              + t
              + "); exclude that class");
      return SynchronizedFlags.clear(changed, unflagged);
    }
  }

  private boolean isOwn(ClassFileTransformer transformer) {
    Class<?> type = transformer.getClass();
    return UnpinControl.loaderOf(type) == UnpinControl.loaderOf(LaterChanges.class)
        && OwnClasses.containBinary(type.getName());
  }

  private final class Change extends Job<byte[]> {

    private final ClassLoader loader;
    private final String name;
    private final Given given;
    private final Class<?> loaded;
    private final byte[] before;
    private final byte[] after;

    Change(
        ClassLoader loader,
        String name,
        Given given,
        Class<?> loaded,
        byte[] before,
        byte[] after) {
      this.loader = loader;
      this.name = name;
      this.given = given;
      this.loaded = loaded;
      this.before = before;
      this.after = after;
    }

    @Override
    protected byte[] work() {
      OfferedClass offered = new OfferedClass(loader, name, after);
      if (!offered.peek().mayNeedRewriting()) {
        return after;
      }
      RewriteResult result =
          new ChangedClassRewriter(
                  new ReplacedObjectRules(offered.seen(classes)),
                  given.unflagged().keySet(),
                  loaded != null)
              .rewrite(before, after);
      for (String problem : result.problems()) {
        outcome.unsafe(name.replace('/', '.') + "." + problem);
      }
      if (result.bytes().isEmpty()) {
        return after;
      }
      byte[] rewritten = result.bytes().get();
      if (loaded == null) {
        Given now = Given.rewritten(offered.peek().synchronizedMethods(), rewritten);
        defined.add(loader, name, given.with(now));
      }
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
    int[] flags = new int[methods.length];
    for (int i = 0; i < flags.length; i++) {
      int declared = given.get().unflagged().getOrDefault(key(methods[i]), 0);
      flags[i] =
          ClassRewriter.isAdded(methods[i].getName())
              ? -1
              : methods[i].getModifiers() | declared & CLEARED;
    }
    return flags;
  }

  private static String key(Method method) {
    StringBuilder key = new StringBuilder(method.getName()).append('(');
    for (Class<?> parameter : method.getParameterTypes()) {
      key.append(parameter.descriptorString());
    }
    return key.append(')').append(method.getReturnType().descriptorString()).toString();
  }
}
