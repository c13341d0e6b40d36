// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Text for pages and for terminals. */
package io.github.loomunpin.support.text;
