// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.List;

/** Tells the agent's own classes by their names. */
public final class OwnClasses {

  /**
   * How the internal names of the runtime's classes begin. The agent defines them in {@code
   * java.lang}, and rewritten code calls them.
   */
  public static final String RUNTIME = "java/lang/$Unpin";

  /** What the names of all of the agent's packages begin with. */
  private static final String GROUP = "io/github/loomunpin/";

  private static final String BINARY_GROUP = GROUP.replace('/', '.');

  private static final List<String> OWN =
      List.of(GROUP + "agent/", GROUP + "rules/", GROUP + "shaded/");

  private OwnClasses() {}

  /**
   * Whether a class is in one of the agent's packages. The agent rewrites none of these.
   *
   * @param name internal name; null if there is none
   */
  public static boolean contain(String name) {
    if (name != null && name.startsWith(GROUP)) {
      for (String prefix : OWN) {
        if (name.startsWith(prefix)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Like {@link #contain}, for a binary name.
   *
   * @param name null if there is none
   */
  public static boolean containBinary(String name) {
    return name != null && name.startsWith(BINARY_GROUP) && contain(name.replace('.', '/'));
  }

  /**
   * Whether a class, by internal name, is of the runtime, which is not in the agent's packages but
   * in {@code java.lang}.
   */
  public static boolean isRuntime(String name) {
    return name.startsWith(RUNTIME);
  }
}
