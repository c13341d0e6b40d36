// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Jars, directories, class files and JDK images as one place to read classes from, within limits.
 * {@link io.github.loomunpin.analyzer.classpath.ClassPath} opens what a user names, {@link
 * io.github.loomunpin.analyzer.classpath.JdkImage} a JDK.
 *
 * <p>Imports: analyzer.result, rules.classfile.
 */
package io.github.loomunpin.analyzer.classpath;
