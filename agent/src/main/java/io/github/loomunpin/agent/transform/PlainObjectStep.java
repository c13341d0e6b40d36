// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.PlainObjects;
import io.github.loomunpin.rules.mode.KeptNative;
import java.util.Optional;

/**
 * Rewrites the places where classes that the options keep native make plain objects, before their
 * monitors are rewritten. Safe for any thread.
 */
record PlainObjectStep(KeptNative kept) implements RewriteSteps.Step {

  @Override
  public OfferedClass apply(OfferedClass in) {
    if (!kept.test(in.name())) {
      return in;
    }
    Optional<byte[]> changed = PlainObjects.keptNative(in.bytes());
    return changed.isPresent() ? in.with(changed.get()) : in;
  }
}
