// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.DefinedShape;
import io.github.loomunpin.agent.visible.VisibleClasses.JvmQueries;
import io.github.loomunpin.rules.classfile.MovedMethods;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which classes of each loader the JVM has offered, or are known otherwise, and whether it was
 * given a rewritten class file for them. Refers to loaders weakly, so that they can be unloaded.
 * Safe for any thread.
 */
public final class DefinedClasses {

  /**
   * What the JVM was given for a class. Methods are named by name and descriptor.
   *
   * @param isRewritten whether it is another class file than the loader has
   * @param unflagged the methods that have lost their synchronized flag, with the flags that the
   *     loader has declared
   * @param wrapped those of which a method of the agent's own does what they did
   * @param first what this agent had given to the JVM before other agents changed it, from which
   *     the JVM starts when it retransforms the class: the methods that had lost their flag there
   */
  record Given(
      boolean isRewritten,
      Map<String, Integer> unflagged,
      Set<String> wrapped,
      Map<String, Integer> first) {

    static final Given AS_IT_WAS = new Given(false, Map.of(), Set.of(), Map.of());

    private static final Given REWRITTEN = new Given(true, Map.of(), Set.of(), Map.of());

    /**
     * @param declared the methods that had the flag, with all flags
     */
    static Given rewritten(Map<String, Integer> declared, byte[] classFile) {
      if (declared.isEmpty()) {
        return REWRITTEN;
      }
      MethodTable now = new MethodTable(classFile);
      Map<String, Integer> unflagged = new HashMap<>();
      Set<String> wrapped = new HashSet<>();
      for (Map.Entry<String, Integer> each : declared.entrySet()) {
        if (!now.isSynchronized(each.getKey())) {
          unflagged.put(each.getKey(), each.getValue());
        }
        if (now.has(MovedMethods.PREFIX + each.getKey())) {
          wrapped.add(each.getKey());
        }
      }
      Map<String, Integer> lost = Map.copyOf(unflagged);
      return new Given(true, lost, Set.copyOf(wrapped), lost);
    }

    /** What another agent has made of this, and the agent of that. */
    Given changed(Given later) {
      return new Given(true, later.unflagged, later.wrapped, first);
    }

    /**
     * A class file that the JVM refuses, for one in which a method has lost the flag that the
     * loader has declared: nobody may change flags of a class that is loaded, but the JVM knows
     * only those that the agent has left. Empty if all methods have kept theirs.
     */
    Optional<byte[]> refused(MethodTable table) {
      Set<String> lost = lost(table);
      lost.retainAll(first.keySet());
      return lost.isEmpty() ? Optional.empty() : Optional.of(table.withSynchronized(lost));
    }

    /**
     * The class file with the flags that another agent gave to methods when the class was defined,
     * since that agent may be asked later, or no more.
     */
    byte[] completed(MethodTable table, byte[] classFile) {
      Set<String> lost = lost(table);
      lost.removeAll(first.keySet());
      return lost.isEmpty() ? classFile : table.withSynchronized(lost);
    }

    private Set<String> lost(MethodTable table) {
      Set<String> lost = new HashSet<>();
      for (String method : unflagged.keySet()) {
        if (table.has(method) && !table.isSynchronized(method)) {
          lost.add(method);
        }
      }
      return lost;
    }

    /** What the class has to keep. */
    DefinedShape shape(boolean isLoaded) {
      Set<String> all = new HashSet<>(first.keySet());
      all.addAll(unflagged.keySet());
      return new DefinedShape(all, first.keySet(), wrapped, isLoaded);
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

  /** Notes what the JVM is given, unless it has such a class and will refuse to define another. */
  void add(ClassLoader loader, String internalName, Given given) {
    Map<String, Given> names = definedBy(loader);
    if (!names.containsKey(internalName)
        || JvmQueries.OF_RUNTIME.loaded(loader, internalName).isEmpty()) {
      names.put(internalName, given);
    }
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
    return definedBy(loader).getOrDefault(internalName, Given.AS_IT_WAS).isRewritten();
  }

  /** Whether it was for any loader. */
  public boolean isRewritten(String internalName) {
    for (Map<String, Given> names : defined.values()) {
      if (names.getOrDefault(internalName, Given.AS_IT_WAS).isRewritten()) {
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
