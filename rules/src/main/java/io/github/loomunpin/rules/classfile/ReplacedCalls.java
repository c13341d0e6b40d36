// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.Map;
import java.util.Set;

/**
 * Methods of the JDK that rewritten code calls by way of the runtime, although they are no monitor
 * calls themselves: those of {@code MethodHandles.Lookup} that may return a handle of wait, notify,
 * notifyAll or holdsLock, and {@code Reader.skip}, which locks the stream of an {@code
 * InputStreamReader}.
 */
public final class ReplacedCalls {

  public static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  private static final Set<String> SKIP = Set.of("skip");

  private static final Map<String, Set<String>> NAMES =
      Map.of(
          LOOKUP,
          Set.of(
              "bind", "findSpecial", "findStatic", "findVirtual", "unreflect", "unreflectSpecial"),
          "java/io/Reader",
          SKIP,
          "java/io/InputStreamReader",
          SKIP);

  private ReplacedCalls() {}

  /** Whether a call is one of them, by the internal name of its owner and its name. */
  public static boolean contains(String owner, String name) {
    return NAMES.getOrDefault(owner, Set.of()).contains(name);
  }

  static boolean isOwner(String internalName) {
    return NAMES.containsKey(internalName);
  }

  static boolean isName(String name) {
    return NAMES.get(LOOKUP).contains(name) || SKIP.contains(name);
  }
}
