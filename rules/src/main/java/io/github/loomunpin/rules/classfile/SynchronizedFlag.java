// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import org.objectweb.asm.Opcodes;

/** The flag by which a method is synchronized (JVMS table 4.6-A). */
public final class SynchronizedFlag {

  private SynchronizedFlag() {}

  /**
   * Whether a method locks because of its flag. The JVM accepts an abstract one before version 49,
   * and the flag of a class initialiser in all versions, but makes nothing of either.
   */
  public static boolean locks(int access, String name) {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0
        && (access & Opcodes.ACC_ABSTRACT) == 0
        && !name.equals("<clinit>");
  }
}
