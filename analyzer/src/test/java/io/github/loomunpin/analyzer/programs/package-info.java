// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Programs that pin in one known way each; the integration tests record them. */
package io.github.loomunpin.analyzer.programs;
