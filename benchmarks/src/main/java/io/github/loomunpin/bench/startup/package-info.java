// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** A JVM with an empty main, with and without the agent. */
package io.github.loomunpin.bench.startup;
