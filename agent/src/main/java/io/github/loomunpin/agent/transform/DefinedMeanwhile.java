// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.visible.NativeClasses;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Classes that threads of other agents define while this agent starts. As long as it is not settled
 * which classes are native, none may be rewritten: these are left as they are, and are native. Safe
 * for any thread.
 */
public final class DefinedMeanwhile {

  /** A class that was left as it is. */
  private record Left(ClassLoader loader, String name, String superName) {}

  private final List<Left> left = new ArrayList<>();
  private volatile boolean isOpen;

  DefinedMeanwhile() {}

  /** Leaves all classes from here on; before the transformer is registered. */
  public void begin() {
    isOpen = true;
  }

  /** Whether to leave a class as it is, because the agent is still starting. */
  boolean leaves(ClassLoader loader, String name, boolean isLoaded, byte[] classFile) {
    if (!isOpen) {
      return false;
    }
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    synchronized (this) {
      if (isOpen && !isLoaded) {
        left.add(new Left(loader, name == null ? peek.name() : name, peek.superName()));
      }
      return isOpen;
    }
  }

  /**
   * Leaves no class from here on, if all that were left are loaded by now. Otherwise some are on
   * their way, or will never come to life.
   *
   * @param loaded all loaded classes, at a moment before this one
   */
  public synchronized boolean endIfLoaded(Class<?>[] loaded) {
    if (!left.isEmpty()) {
      Set<Left> missing = new HashSet<>(left);
      for (Class<?> c : loaded) {
        if (c.getClassLoader() != null) {
          String name = c.getName().replace('.', '/');
          missing.removeIf(each -> each.name.equals(name) && each.loader == c.getClassLoader());
        }
      }
      left.retainAll(missing);
    }
    isOpen = !left.isEmpty();
    return !isOpen;
  }

  /**
   * Leaves no class from here on. Those of which it is not known that they are loaded become
   * native, before a class that names them can be rewritten.
   */
  public synchronized void end(NativeClasses natives) {
    for (Left each : left) {
      natives.addLoadedBefore(each.loader, each.name, each.superName);
    }
    left.clear();
    isOpen = false;
  }
}
