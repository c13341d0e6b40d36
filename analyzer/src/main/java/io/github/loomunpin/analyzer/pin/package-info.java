// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Pins, wherever they were seen: what {@link io.github.loomunpin.analyzer.pin.PinGroup} holds is
 * the same for a recording and for any other source.
 *
 * <p>Imports: analyzer.result, rules.mode, rules.sight.
 */
package io.github.loomunpin.analyzer.pin;
