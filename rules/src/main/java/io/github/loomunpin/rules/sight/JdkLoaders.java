// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

/** The boot and the platform loader, as recordings name them, and their modules. */
public final class JdkLoaders {

  private JdkLoaders() {}

  /**
   * Whether a loader is one of them. An application's loaders may have the same names, but not the
   * class. It takes no type of the flight recorder, which a JVM may lack.
   *
   * @param type name of its class, empty for the JVM's own loader
   * @param name of the loader, null if it has none
   */
  public static boolean has(String type, String name) {
    boolean mayBe = type.isEmpty() || type.startsWith("jdk.internal.loader.");
    return mayBe && ("bootstrap".equals(name) || "platform".equals(name));
  }

  /**
   * Whether a module is the JDK's, by its name, where nothing else is known of it. A few that the
   * application's loader defines, as that of javac, have such names as well.
   */
  public static boolean haveModule(String name) {
    return name.startsWith("java.") || name.startsWith("jdk.");
  }
}
