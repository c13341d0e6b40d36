// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Runs all rounds and sets what they show beside what was published in 2020; start with {@link
 * DemoCommand}.
 *
 * <p>Imports: demo.experiment, demo.findings, demo.goal, demo.load, demo.page, demo.run,
 * demo.setup, support.process, support.text.
 */
package io.github.loomunpin.demo.compare;
