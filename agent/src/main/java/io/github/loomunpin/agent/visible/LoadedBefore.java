// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.OwnClasses;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Classes of application loaders that were loaded before the agent. These can no longer be
 * rewritten: a method that is running keeps its monitors, and a class cannot be redefined with
 * other method flags. It is the class that counts, not its name, which another loader may give to a
 * class of its own. Safe for any thread.
 */
final class LoadedBefore {

  /** What the JDK's reflection makes, in loaders of its own, of which there are no files. */
  private static final String ACCESSORS = "jdk.internal.reflect.Generated";

  /** By internal name, the loaders that have defined such a class. */
  private final Map<String, List<WeakReference<ClassLoader>>> definers = new ConcurrentHashMap<>();

  /** All that were looked at, until nothing is added; for the thread that starts the agent. */
  private final Set<Class<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The names that were asked for until nothing is added any more; null from then on. */
  private volatile Set<String> asked = ConcurrentHashMap.newKeySet();

  private final ApplicationFiles files;
  private final List<Class<?>> locking = new ArrayList<>();

  /** Whether there is a hidden class whose code is not known. */
  private boolean hasHidden;

  /** The first of those that were added meanwhile; negative before. */
  private int late = -1;

  /**
   * None yet.
   *
   * @param files of those whose loader it is; a class of which there is no file may lock
   */
  LoadedBefore(ApplicationFiles files) {
    this.files = files;
  }

  /**
   * Adds the classes. Also those do that have no monitors in their files: another agent may have
   * given them some when it saw them loaded.
   */
  void add(Class<?>... loaded) {
    for (Class<?> c : loaded) {
      hasHidden |= c.isHidden() && isOfApplication(c) && !isLambda(c);
      if (isRewrittenElse(c) && seen.add(c)) {
        addWithSuperclasses(c);
        if (mayLock(c)) {
          locking.add(c);
        }
      }
    }
  }

  /** Adds what other threads have loaded meanwhile; returns how many classes are new. */
  int addMeanwhile(Class<?>... loaded) {
    if (late < 0) {
      late = locking.size();
    }
    int before = seen.size();
    add(loaded);
    return seen.size() - before;
  }

  /** Adds a class that is being defined, and its superclass, which may lock. */
  void add(ClassLoader loader, String internalName, String superName) {
    add(loader, internalName);
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      add(at, superName);
    }
  }

  /**
   * Adds nothing from here on. Returns the names of those added meanwhile that may have been taken
   * for classes that are still to be loaded.
   */
  List<String> close() {
    List<String> doubtful = new ArrayList<>();
    Set<String> names = asked;
    for (int i = Math.max(0, late); i < locking.size(); i++) {
      Class<?> c = locking.get(i);
      for (Class<?> at = c; isOfApplication(at); at = at.getSuperclass()) {
        if (names.contains(internalName(at))) {
          doubtful.add(c.getName());
          break;
        }
      }
    }
    asked = null;
    seen.clear(); // or their loaders could never be unloaded
    return doubtful;
  }

  /** Whether any may lock. */
  boolean mayLock() {
    return hasHidden || !locking.isEmpty();
  }

  /** Those that may lock, not those that are native because of a subclass. Forgets them. */
  List<Class<?>> takeLocking() {
    List<Class<?>> taken = List.copyOf(locking);
    locking.clear();
    return taken;
  }

  /** Whether a class would be rewritten if it were loaded now. */
  private static boolean isRewrittenElse(Class<?> c) {
    return isOfApplication(c)
        && !c.isArray()
        && !c.isHidden()
        && !OwnClasses.contain(internalName(c));
  }

  private boolean mayLock(Class<?> c) {
    // There are no files of these two kinds, and the JDK makes both of them without locks.
    if (c.getName().startsWith(ACCESSORS) || isProxy(c)) {
      return false;
    }
    Optional<byte[]> file =
        files.areOf(c.getClassLoader()) ? files.bytes(internalName(c)) : Optional.empty();
    if (file.isEmpty()) {
      return true;
    }
    ClassFilePeek peek = ClassFilePeek.at(file.get());
    return peek.mayHaveSites() || peek.mayLockElsewhere();
  }

  /**
   * By the name first: an application may call a class so, and few starts need the JDK's answer.
   */
  private static boolean isProxy(Class<?> c) {
    return c.getName().contains(".$Proxy") && Proxy.isProxyClass(c);
  }

  /** Whether the JDK has made a hidden class for a lambda, which never locks. */
  private static boolean isLambda(Class<?> c) {
    return c.getName().contains("$$Lambda") && c.isSynthetic();
  }

  /**
   * @param c null above an interface
   */
  private static boolean isOfApplication(Class<?> c) {
    ClassLoader loader = c == null ? null : c.getClassLoader();
    return loader != null && loader != ClassLoader.getPlatformClassLoader();
  }

  /**
   * A variable of the superclass's type may hold the object, so the superclass is native as well
   * even if it has no sites of its own.
   */
  private void addWithSuperclasses(Class<?> loaded) {
    for (Class<?> at = loaded; isOfApplication(at); at = at.getSuperclass()) {
      add(at.getClassLoader(), internalName(at));
    }
  }

  private void add(ClassLoader loader, String name) {
    if (!isOneOf(loader, name)) {
      List<WeakReference<ClassLoader>> all =
          new ArrayList<>(definers.getOrDefault(name, List.of()));
      all.add(new WeakReference<>(loader));
      definers.put(name, all);
    }
  }

  /**
   * Whether the class of that name that this loader has defined, or one below it, was loaded
   * before.
   */
  boolean contains(ClassLoader loader, String internalName) {
    note(internalName);
    return isOneOf(loader, internalName);
  }

  /**
   * Before it is looked for: a class is added first, and {@link #close} looks at the notes then.
   */
  private void note(String internalName) {
    Set<String> names = asked;
    if (names != null) {
      names.add(internalName);
    }
  }

  private boolean isOneOf(ClassLoader loader, String internalName) {
    List<WeakReference<ClassLoader>> all = definers.get(internalName);
    if (all != null) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).refersTo(loader)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a class of that name was loaded before by any loader. */
  boolean hasName(String internalName) {
    note(internalName);
    return definers.containsKey(internalName);
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }
}
