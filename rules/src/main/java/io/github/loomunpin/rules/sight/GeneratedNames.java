// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.classfile.OwnClasses;
import java.util.List;

/** Tells by their names classes that somebody generated, and those of the agent. */
public final class GeneratedNames {

  /** In the names of hidden classes, lambdas and dynamic proxies, which are in no archive. */
  private static final List<String> IN_NO_ARCHIVE =
      List.of("$$Lambda", "$Proxy", "+0x", "/0x", ".0x");

  /** In the names of classes that frameworks make to call others. */
  private static final List<String> PROXIES =
      List.of("$$", "$ByteBuddy$", "$HibernateProxy", "$MockitoMock$", "jdk/internal/reflect/");

  private GeneratedNames() {}

  /** Whether a class, by internal name, is the agent's own, its runtime included. */
  public static boolean isAgents(String className) {
    return OwnClasses.contain(className) || OwnClasses.isRuntime(className);
  }

  /**
   * Whether no archive has a class, by internal name: lambda forms, lambdas and dynamic proxies,
   * which hold no monitor, and the agent, whose monitors do not matter.
   */
  public static boolean isInNoArchive(String className) {
    return isAgents(className) || hasOne(IN_NO_ARCHIVE, className);
  }

  /**
   * Whether a class, by internal name, only calls others, under whatever name its caller knows it.
   */
  public static boolean isProxy(String className) {
    return isInNoArchive(className) || hasOne(PROXIES, className);
  }

  private static boolean hasOne(List<String> parts, String className) {
    return parts.stream().anyMatch(className::contains);
  }
}
