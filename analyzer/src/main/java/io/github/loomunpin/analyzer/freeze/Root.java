// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.sight.Surety;
import java.util.List;

/**
 * A thread that others wait for, and that waits for none itself, as far as is known.
 *
 * @param direct those that wait for it
 * @param behind those that wait for one of these, or for one that does so
 * @param surety how all of that is known, at the weakest point
 */
public record Root(
    ThreadView thread, List<ThreadView> direct, List<ThreadView> behind, Surety surety) {}
