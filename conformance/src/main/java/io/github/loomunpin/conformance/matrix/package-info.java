// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Every kind of object locked in every way that Java code has, and asked in every other; {@link
 * io.github.loomunpin.conformance.matrix.MatrixMain} is where to start. The classes {@code For…}
 * are generated.
 *
 * <p>Imports: conformance.harness, conformance.torture, support.process.
 */
package io.github.loomunpin.conformance.matrix;
