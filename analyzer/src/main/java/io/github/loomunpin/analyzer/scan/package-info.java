// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Classes to sites. {@link io.github.loomunpin.analyzer.scan.LibraryScanner} reads a whole class
 * path, {@link io.github.loomunpin.analyzer.scan.SiteReader} one class.
 */
package io.github.loomunpin.analyzer.scan;
