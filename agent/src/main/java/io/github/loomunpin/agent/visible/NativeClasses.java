// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.rules.mode.KeptNative;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The application classes whose objects stay native: those the user excludes and those that were
 * loaded before the agent and so lock natively. Fixed before the first class is rewritten, so that
 * a mode never changes. As a predicate it says so of a class by its loader and internal name.
 */
public record NativeClasses(KeptNative chosen, LoadedBefore loadedBefore)
    implements BiPredicate<ClassLoader, String> {

  /** Whether the class of that name that this loader has defined is one of them. */
  @Override
  public boolean test(ClassLoader loader, String internalName) {
    return isChosen(internalName) || loadedBefore.contains(loader, internalName);
  }

  /** Whether the user has chosen so. */
  boolean isChosen(String internalName) {
    return chosen.test(internalName);
  }

  /**
   * Which names mean such a class in the code of a class of this loader, where that is certain.
   *
   * @param isCertain whether the loader defines all classes that its code can name, apart from the
   *     JDK's; if not, the names of classes that were loaded before mean nothing, except this one
   * @param own the name of the class whose code it is
   */
  Predicate<String> namedIn(ClassLoader loader, boolean isCertain, String own) {
    return new Predicate<>() {
      @Override
      public boolean test(String name) {
        return isCertain || name.equals(own)
            ? NativeClasses.this.test(loader, name)
            : isChosen(name);
      }
    };
  }

  /** Takes note of a class that there is, so that globs are known that match none. */
  public void see(String internalName) {
    chosen.exclude().see(internalName);
    chosen.include().see(internalName);
  }

  /** Whether a subclass of a virtual class may be native; never so for classes loaded before. */
  boolean mayNameSubclasses() {
    return chosen.mayNameSubclasses();
  }

  /** Whether a class that was loaded before the agent may lock objects of other classes. */
  public boolean mayLoadedBeforeLock() {
    return loadedBefore.mayLock();
  }

  /**
   * Classes that were loaded before the agent and may have monitors, which stay native. Forgets
   * them, but not that they are native.
   */
  public List<Class<?>> takeLoadedBefore() {
    return loadedBefore.takeLocking();
  }

  /**
   * Has what is loaded by now count as loaded before, while no class is rewritten. Returns how many
   * classes that may be the application's were loaded since this was asked last.
   */
  public int addLoadedBefore(Class<?>[] allLoaded) {
    return loadedBefore.addMeanwhile(allLoaded);
  }

  /** Has a class count as loaded before that is being defined and will not be rewritten. */
  public void addLoadedBefore(ClassLoader loader, String internalName, String superName) {
    loadedBefore.add(loader, internalName, superName);
  }

  /**
   * Adds none from here on, since every class will be rewritten. Returns the names of those that
   * may have been taken for classes that are.
   */
  public List<String> closeLoadedBefore() {
    return loadedBefore.close();
  }
}
