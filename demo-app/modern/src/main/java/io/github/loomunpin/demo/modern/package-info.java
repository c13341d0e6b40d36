// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** An application of today; start with {@link ModernApplication}. */
package io.github.loomunpin.demo.modern;
