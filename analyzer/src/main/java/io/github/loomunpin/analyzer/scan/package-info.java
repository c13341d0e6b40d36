// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Archives, directories and class files to sites. {@link
 * io.github.loomunpin.analyzer.scan.ClassPath} opens the inputs, {@link
 * io.github.loomunpin.analyzer.scan.LibraryScanner} reads them.
 */
package io.github.loomunpin.analyzer.scan;
