// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

/** Defines a class on trial, which nobody sees, to learn whether the JVM accepts its class file. */
final class TrialLoader extends ClassLoader {

  private TrialLoader() {
    super("loom-unpin trial", null);
  }

  /** Whether the JVM can read the class file, with whatever classes it names. */
  static boolean accepts(byte[] classFile) {
    try {
      new TrialLoader().defineClass(null, classFile, 0, classFile.length);
      return true;
    } catch (ClassFormatError e) {
      return false;
    } catch (LinkageError | SecurityException e) {
      // A class file is read to its end before a superclass is looked for, which is not here.
      return true;
    }
  }
}
