// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Tiny classes whose sites the tests know. */
package io.github.loomunpin.analyzer.samples;
