// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Mode;

/**
 * What a gate decides about: a site that enters a monitor, or what else pins.
 *
 * @param owner internal name of the class
 * @param key the same for the same code in another version of the library
 * @param isSite whether it is a site
 * @param staysNative whether the agent leaves it as it is
 */
public record GatedPlace(
    Library library,
    String owner,
    String method,
    String id,
    String key,
    Grade grade,
    boolean isSite,
    boolean staysNative) {

  public static GatedPlace of(ScannedSite site) {
    return new GatedPlace(
        site.library(),
        site.site().owner(),
        site.site().method(),
        site.id(),
        site.key(),
        site.grade(),
        true,
        site.site().decision().mode() == Mode.NATIVE);
  }

  public static GatedPlace of(Hazard hazard) {
    return new GatedPlace(
        hazard.library(),
        hazard.owner(),
        hazard.method(),
        HazardNames.id(hazard),
        HazardNames.key(hazard),
        hazard.grade(),
        false,
        !hazard.kind().endsWithAgent());
  }
}
