// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** What is asked of a test, and the answer. */
package io.github.loomunpin.junit.expect;
