// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;

/** Says in one line what is wrong with a class file that could not be read. */
public final class ClassFileProblem {

  private static final int NEWEST_KNOWN_MAJOR = org.objectweb.asm.Opcodes.V27 & 0xFFFF;

  private ClassFileProblem() {}

  public static String describe(byte[] classFile, RuntimeException failure) {
    if (classFile.length < 8
        || (classFile[0] & 0xFF) != 0xCA
        || (classFile[1] & 0xFF) != 0xFE
        || (classFile[2] & 0xFF) != 0xBA
        || (classFile[3] & 0xFF) != 0xBE) {
      return "not a class file";
    }
    int major = (classFile[6] & 0xFF) << 8 | classFile[7] & 0xFF;
    if (major > NEWEST_KNOWN_MAJOR) {
      return "class file version " + major + " is newer than this tool knows";
    }
    if (failure instanceof MethodTooLargeException large) {
      return "its method "
          + large.getMethodName()
          + large.getDescriptor()
          + " would exceed 65535 bytes, or as many locals or words of stack (JVMS 4.7.3)";
    }
    if (failure instanceof ClassTooLargeException) {
      return "it is too large to be rewritten: its constant pool would exceed 65535 entries (JVMS"
          + " 4.1)";
    }
    if (failure instanceof LimitExceededException) {
      return "one of its methods has too many variables and jumps to be rewritten";
    }
    return "damaged class file (" + failure.getClass().getSimpleName() + ")";
  }
}
