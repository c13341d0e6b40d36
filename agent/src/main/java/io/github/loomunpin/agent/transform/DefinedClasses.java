// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which classes of each loader the JVM has offered, or are known otherwise, and whether it was
 * given a rewritten class file for them. Refers to loaders weakly, so that they can be unloaded.
 * Safe for any thread.
 */
public final class DefinedClasses {

  /** The names of each loader's classes, and whether the class was rewritten. */
  private final WeakIdentityMap<ClassLoader, Map<String, Boolean>> defined =
      new WeakIdentityMap<>();

  /** The names of one loader's classes. */
  private record Defined(WeakReference<ClassLoader> loader, Map<String, Boolean> names) {}

  /** The loader that defined the last class: loaders define classes in bursts. Null at first. */
  private volatile Defined last;

  DefinedClasses() {}

  private Map<String, Boolean> definedBy(ClassLoader loader) {
    Defined recent = last;
    if (recent != null && loader != null && recent.loader.refersTo(loader)) {
      return recent.names;
    }
    Map<String, Boolean> names = defined.get(loader);
    if (names == null) {
      names = defined.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
    last = new Defined(new WeakReference<>(loader), names);
    return names;
  }

  /** Remembers that a class of that name is this loader's own. */
  public void add(ClassLoader loader, String internalName, boolean rewritten) {
    definedBy(loader).put(internalName, rewritten);
  }

  /** Whether a class of that name is known to be this loader's own. */
  public boolean contains(ClassLoader loader, String internalName) {
    return definedBy(loader).containsKey(internalName);
  }

  /** Whether the JVM was given a rewritten class of that name for this loader. */
  public boolean isRewritten(ClassLoader loader, String internalName) {
    return definedBy(loader).getOrDefault(internalName, false);
  }

  /** Whether it was for any loader. */
  public boolean isRewritten(String internalName) {
    for (Map<String, Boolean> names : defined.values()) {
      if (names.getOrDefault(internalName, false)) {
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
