// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;

/**
 * Defines hidden classes for rewritten code. The JVM offers them to no transformer, so their bytes
 * are rewritten on the way.
 */
public final class UnpinHiddenClasses {

  private UnpinHiddenClasses() {}

  /** Instead of {@link Lookup#defineHiddenClass}. */
  @Hidden
  public static Lookup defineHiddenClass(
      Lookup lookup, byte[] bytes, boolean initialize, ClassOption... options)
      throws IllegalAccessException {
    return lookup.defineHiddenClass(rewritten(lookup, bytes), initialize, options);
  }

  /** Instead of {@link Lookup#defineHiddenClassWithClassData}. */
  @Hidden
  public static Lookup defineHiddenClassWithClassData(
      Lookup lookup, byte[] bytes, Object classData, boolean initialize, ClassOption... options)
      throws IllegalAccessException {
    return lookup.defineHiddenClassWithClassData(
        rewritten(lookup, bytes), classData, initialize, options);
  }

  private static byte[] rewritten(Lookup lookup, byte[] bytes) {
    if (lookup == null || bytes == null) {
      return bytes;
    }
    ClassLoader loader = lookup.lookupClass().getClassLoader();
    byte[] rewritten = UnpinAgentLink.agent().rewriteHidden(loader, bytes);
    if (loader != null) {
      UnpinResolution.resolveOnce(loader);
    }
    return rewritten;
  }
}
