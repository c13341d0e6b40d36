// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.KeptNative;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Which classes of this JVM are converted.
 *
 * @param ofJdk internal names of those of the JDK
 * @param keptNative the others whose objects stay native, by the loader that has defined them and
 *     internal name
 */
public record ConvertedClasses(Set<String> ofJdk, BiPredicate<ClassLoader, String> keptNative) {

  /** Those that a JVM would convert which converts none. */
  public static ConvertedClasses chosen(KeptNative kept) {
    return new ConvertedClasses(
        JdkMonitors.lockedByJdk(),
        new BiPredicate<>() {
          @Override
          public boolean test(ClassLoader loader, String internalName) {
            return kept.test(internalName);
          }
        });
  }
}
