// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The generated pages of {@code docs}: their text stands in {@code src/test/resources/pages}, and
 * {@link io.github.loomunpin.conformance.page.Page} puts the results into it.
 */
package io.github.loomunpin.conformance.page;
