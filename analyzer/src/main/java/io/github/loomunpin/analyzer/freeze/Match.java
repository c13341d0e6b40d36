// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.sight.Surety;

/** A site that a frame holds. */
record Match(HeldSite site, Surety surety) {}
