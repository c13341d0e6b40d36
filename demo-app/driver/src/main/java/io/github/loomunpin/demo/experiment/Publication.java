// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

/**
 * Where the published figures come from.
 *
 * @param label short, for the head of a column
 * @param limits what makes them hard to compare; shown with them
 */
public record Publication(String label, String limits) {}
