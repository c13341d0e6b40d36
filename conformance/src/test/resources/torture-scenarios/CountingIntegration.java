// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Has BlockHound count where a thread blocks that must not. */
public final class CountingIntegration implements BlockHoundIntegration {
  @Override
  public void applyTo(BlockHound.Builder builder) {
    builder
        .nonBlockingThreadPredicate(
            current -> current.or(thread -> thread.getName().equals("must not block")))
        .blockingMethodCallback(method -> AgentsApp.WOVEN.incrementAndGet());
  }
}
