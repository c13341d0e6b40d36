// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Set;

/**
 * The methods of {@code MethodHandles.Lookup} that may return a handle of wait, notify or another
 * method whose calls the agent rewrites.
 */
public final class Lookups {

  static final String OWNER = "java/lang/invoke/MethodHandles$Lookup";

  private static final Set<String> NAMES =
      Set.of("bind", "findSpecial", "findStatic", "findVirtual", "unreflect", "unreflectSpecial");

  private Lookups() {}

  /** Whether a call is one of them, by the internal name of its owner and its name. */
  public static boolean isLookup(String owner, String name) {
    return owner.equals(OWNER) && NAMES.contains(name);
  }

  static boolean isName(String name) {
    return NAMES.contains(name);
  }
}
