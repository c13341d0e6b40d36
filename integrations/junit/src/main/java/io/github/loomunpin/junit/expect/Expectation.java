// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.expect;

import java.time.Duration;
import java.util.List;

/**
 * What a test says about pins.
 *
 * @param pins whether there must be some
 * @param atMost how many there may be
 * @param threshold shorter ones do not count
 * @param own only pins that these are to blame for count; none if all do
 * @param allow what is not to blame
 * @param warmUp runs before the one that counts
 */
public record Expectation(
    boolean pins,
    int atMost,
    Duration threshold,
    List<String> own,
    List<String> allow,
    int warmUp) {

  /** The annotation, as it is written. */
  public String annotation() {
    return pins ? "@ShouldPin" : "@ShouldNotPin";
  }
}
