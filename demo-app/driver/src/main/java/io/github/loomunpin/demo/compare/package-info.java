// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Runs all rounds and sets what they show beside what was published in 2020; start with {@link
 * DemoCommand}.
 */
package io.github.loomunpin.demo.compare;
