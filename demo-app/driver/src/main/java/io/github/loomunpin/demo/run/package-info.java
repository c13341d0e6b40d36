// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Runs the application once, in a JVM of its own, under load and under JFR; start with {@link
 * Runner}.
 */
package io.github.loomunpin.demo.run;
