// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Tests that pin or do not, for {@code PinExtensionIT} to run in JVMs of their own. */
package io.github.loomunpin.junit.samples;
