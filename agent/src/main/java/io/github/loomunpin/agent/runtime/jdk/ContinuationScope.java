// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/** Stands for {@code jdk.internal.vm.ContinuationScope}, as {@link Unsafe} does for its own. */
public final class ContinuationScope {

  private ContinuationScope() {}
}
