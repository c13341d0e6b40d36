// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Classes to sites. {@link io.github.loomunpin.analyzer.scan.LibraryScanner} reads a whole class
 * path, {@link io.github.loomunpin.analyzer.scan.SiteReader} one class.
 *
 * <p>Imports: analyzer.blocking, analyzer.calls, analyzer.classpath, analyzer.result,
 * analyzer.source, rules.blocking, rules.classfile, rules.mode, rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.scan;
