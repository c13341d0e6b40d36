// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Classes of the JDK whose monitors an option converts together. A class is in the group of those
 * of its superclasses that lock their own instances, since it is native where one of them is.
 */
public enum JdkGroup {
  /** Concurrent maps and lists, which call the application while they lock. */
  MAPS("java/util/concurrent/"),

  /** Vectors and synchronized collections. */
  COLLECTIONS("java/util/Vector", "java/util/Stack", "java/util/Collections$"),

  /** Streams, readers, writers and pipes. */
  IO("java/io/", "java/util/jar/", "java/util/zip/", "sun/nio/ch/"),

  /** The handlers of {@code java.util.logging}. */
  LOGGING("java/util/logging/"),

  /** The wait of a virtual thread for the end of a platform thread. */
  JOIN("java/lang/Thread"),

  /** LDAP, FTP, SOCKS, the HTTP server, key stores, resource bundles: the rest. */
  SERVICES;

  private final String[] prefixes;

  JdkGroup(String... prefixes) {
    this.prefixes = prefixes;
  }

  /** The group of a class that can be converted, by its internal name. */
  public static JdkGroup of(String internalName) {
    for (JdkGroup group : values()) {
      for (String prefix : group.prefixes) {
        if (internalName.startsWith(prefix)) {
          return group;
        }
      }
    }
    return SERVICES;
  }

  /** Every group. */
  public static Set<JdkGroup> all() {
    return EnumSet.allOf(JdkGroup.class);
  }

  /**
   * The groups that cannot be converted where classes were loaded before the agent that may lock:
   * they may lock such objects natively.
   */
  public static Set<JdkGroup> thatEarlyClassesMayLock() {
    return EnumSet.of(COLLECTIONS, IO, LOGGING, SERVICES);
  }

  /** The group that an option names so. */
  public static Optional<JdkGroup> named(String word) {
    for (JdkGroup group : values()) {
      if (group.word().equals(word)) {
        return Optional.of(group);
      }
    }
    return Optional.empty();
  }

  /** As an option names it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
