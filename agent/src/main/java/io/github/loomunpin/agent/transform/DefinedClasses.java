// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which classes of each loader the JVM has offered, or are known otherwise, and whether it was
 * given a rewritten class file for them. Refers to loaders weakly, so that they can be unloaded.
 * Safe for any thread.
 */
public final class DefinedClasses {

  /**
   * What the JVM was given for a class.
   *
   * @param rewritten whether it is another class file than the loader has
   * @param unflagged the methods that have lost their synchronized flag, by name and descriptor,
   *     with the flags that the loader has declared
   */
  record Given(boolean rewritten, Map<String, Integer> unflagged) {

    static final Given AS_IT_WAS = new Given(false, Map.of());

    private static final Given REWRITTEN = new Given(true, Map.of());

    /**
     * @param declared the methods that had the flag, by name and descriptor, with all flags
     */
    static Given rewritten(Map<String, Integer> declared, byte[] classFile) {
      if (declared.isEmpty()) {
        return REWRITTEN;
      }
      Map<String, Integer> unflagged = new HashMap<>(declared);
      unflagged.keySet().removeAll(ClassFilePeek.at(classFile).synchronizedMethods().keySet());
      return new Given(true, Map.copyOf(unflagged));
    }

    /** With methods that have lost their flag since. */
    Given with(Given later) {
      if (later.unflagged.isEmpty()) {
        return this;
      }
      Map<String, Integer> all = new HashMap<>(later.unflagged);
      all.putAll(unflagged);
      return new Given(true, Map.copyOf(all));
    }
  }

  /** By the names of each loader's classes. */
  private final WeakIdentityMap<ClassLoader, Map<String, Given>> defined = new WeakIdentityMap<>();

  /** The names of one loader's classes. */
  private record Defined(WeakReference<ClassLoader> loader, Map<String, Given> names) {}

  /** The loader that defined the last class: loaders define classes in bursts. Null at first. */
  private volatile Defined last;

  DefinedClasses() {}

  private Map<String, Given> definedBy(ClassLoader loader) {
    Defined recent = last;
    if (recent != null && loader != null && recent.loader.refersTo(loader)) {
      return recent.names;
    }
    Map<String, Given> names = defined.get(loader);
    if (names == null) {
      names = defined.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
    last = new Defined(new WeakReference<>(loader), names);
    return names;
  }

  /** Remembers that a class of that name is this loader's own. */
  public void add(ClassLoader loader, String internalName) {
    definedBy(loader).put(internalName, Given.AS_IT_WAS);
  }

  void add(ClassLoader loader, String internalName, Given given) {
    definedBy(loader).put(internalName, given);
  }

  /** Whether a class of that name is known to be this loader's own. */
  public boolean contains(ClassLoader loader, String internalName) {
    return definedBy(loader).containsKey(internalName);
  }

  /** What the JVM was given for a class of that name; empty if it is not known to be a loader's. */
  Optional<Given> given(ClassLoader loader, String internalName) {
    Map<String, Given> names = defined.get(loader);
    return names == null ? Optional.empty() : Optional.ofNullable(names.get(internalName));
  }

  /** Whether the JVM was given a rewritten class of that name for this loader. */
  public boolean isRewritten(ClassLoader loader, String internalName) {
    return definedBy(loader).getOrDefault(internalName, Given.AS_IT_WAS).rewritten();
  }

  /** Whether it was for any loader. */
  public boolean isRewritten(String internalName) {
    for (Map<String, Given> names : defined.values()) {
      if (names.getOrDefault(internalName, Given.AS_IT_WAS).rewritten()) {
        return true;
      }
    }
    return false;
  }

  /** Forgets loaders that are gone. */
  void purge() {
    Defined recent = last;
    if (recent != null && recent.loader.refersTo(null)) {
      last = null;
    }
    defined.purge();
  }
}
