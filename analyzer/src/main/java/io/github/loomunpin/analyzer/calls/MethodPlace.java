// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/**
 * A method as a library has it.
 *
 * @param libraryPath the path of the library
 */
public record MethodPlace(String libraryPath, MethodRef method) {}
