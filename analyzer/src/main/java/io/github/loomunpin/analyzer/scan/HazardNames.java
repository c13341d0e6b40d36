// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Hazard;

/** Names of hazards that stay the same when lines move, as those of sites do. */
public final class HazardNames {

  private HazardNames() {}

  /** Such as {@code org.acme.Cache#get map function}. */
  public static String key(Hazard hazard) {
    return SiteNames.stableClass(hazard.owner())
        + "#"
        + SiteNames.stableLambda(hazard.method()).orElse(hazard.method())
        + " "
        + switch (hazard.kind()) {
          case CLASS_INITIALIZER -> "class initializer";
          case NATIVE_METHOD -> "native method";
          case MAP_FUNCTION -> "map function";
          case TABLE_FUNCTION -> "table function";
        };
  }

  /** Eight hexadecimal digits, as the id of a site. */
  public static String id(Hazard hazard) {
    return SiteIds.id(
        hazard.kind()
            + " "
            + hazard.owner().replace('/', '.')
            + "."
            + hazard.method()
            + hazard.descriptor());
  }
}
