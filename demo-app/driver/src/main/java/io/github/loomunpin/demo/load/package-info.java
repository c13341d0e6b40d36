// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** Offers a constant load over HTTP and measures the answers; start with {@link OfferedLoad}. */
package io.github.loomunpin.demo.load;
