// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import org.objectweb.asm.Opcodes;

/** The flag by which a method is synchronized (JVMS table 4.6-A). */
public final class SynchronizedFlag {

  private SynchronizedFlag() {}

  /**
   * Whether a method locks because of its flag. The JVM accepts the flag of abstract methods before
   * version 49, and that of class initializers in all versions, but ignores it.
   */
  public static boolean locks(int access, String name) {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0
        && (access & Opcodes.ACC_ABSTRACT) == 0
        && !name.equals("<clinit>");
  }
}
