// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * {@code analyzer scan} beside unpacking the same class files.
 *
 * <p>Imports: bench.shared, support.process.
 */
package io.github.loomunpin.bench.scan;
