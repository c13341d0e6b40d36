// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Runs the application once, in a JVM of its own, under load and under JFR; start with {@link
 * Runner}.
 *
 * <p>Imports: demo.experiment, demo.load, support.process.
 */
package io.github.loomunpin.demo.run;
