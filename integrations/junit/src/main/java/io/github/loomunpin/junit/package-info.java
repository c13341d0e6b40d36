// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * JUnit tests that must not pin, or must: {@link io.github.loomunpin.junit.ShouldNotPin} and {@link
 * io.github.loomunpin.junit.ShouldPin}. This package and {@code expect} run on Java 17, so that
 * tests with these annotations run everywhere; what watches needs Java 21.
 *
 * <p>Imports: junit.expect.
 */
package io.github.loomunpin.junit;
