// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Facts about classes, read from class files and without loading any class. {@link
 * io.github.loomunpin.rules.classfile.ClassIndex} answers questions about supertypes; {@link
 * io.github.loomunpin.rules.classfile.ClassFilePeek} is the glance that most classes do not pass.
 *
 * <p>Imports: rules.member.
 */
package io.github.loomunpin.rules.classfile;
