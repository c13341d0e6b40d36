// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** All outcomes as one page, and for programs; start with {@link Report}. */
package io.github.loomunpin.demo.page;
