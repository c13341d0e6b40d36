// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Facts about classes, read from class files and without loading any class. {@link
 * io.github.loomunpin.rules.classfile.ClassIndex} answers questions about supertypes; {@link
 * io.github.loomunpin.rules.classfile.ClassFilePeek} is the glance that most classes do not pass.
 *
 * <p>Two classes are about loom-unpin itself: {@link io.github.loomunpin.rules.classfile.OwnFiles}
 * reads files from its jar, and {@link io.github.loomunpin.rules.classfile.OwnClasses} tells the
 * agent's classes by their names.
 *
 * <p>Imports: rules.member.
 */
package io.github.loomunpin.rules.classfile;
