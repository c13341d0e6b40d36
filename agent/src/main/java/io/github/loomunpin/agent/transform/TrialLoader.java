// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;

/** Defines a class on trial, which nobody sees, to learn whether the JVM accepts its class file. */
public final class TrialLoader extends ClassLoader {

  private TrialLoader(ClassLoader parent) {
    super("loom-unpin trial", parent);
  }

  /** Whether the JVM can read the class file, with whatever classes it names. */
  public static boolean accepts(byte[] classFile) {
    try {
      new TrialLoader(null).defineClass(null, classFile, 0, classFile.length);
      return true;
    } catch (ClassFormatError e) {
      return false;
    } catch (LinkageError | SecurityException e) {
      // A class file is read to its end before a superclass is looked for, which is not here.
      return true;
    }
  }

  /**
   * Whether the JVM refuses the class file as it is, so that no code of it will ever run. Found out
   * on a thread of the agent's own, since this one may be in the midst of code that may not make
   * class loaders. False if it could not be found out.
   */
  static boolean isRefused(byte[] classFile) {
    try {
      return OwnThreads.resultOf(new Refused(classFile));
    } catch (Throwable t) {
      return false;
    }
  }

  private static final class Refused extends Job<Boolean> {

    private final byte[] classFile;

    Refused(byte[] classFile) {
      this.classFile = classFile;
    }

    @Override
    protected Boolean work() {
      return !accepts(classFile);
    }
  }

  /**
   * Whether the JVM refuses to verify the class file. It is linked with the classes of a loader of
   * the JDK's own; where that does not succeed for another reason, nothing is known.
   */
  public static boolean failsToVerify(ClassLoader parent, byte[] classFile) {
    try {
      // Asking for its constructors makes the JVM link a class without initializing it.
      new TrialLoader(parent)
          .defineClass(null, classFile, 0, classFile.length)
          .getDeclaredConstructors();
      return false;
    } catch (VerifyError e) {
      return true;
    } catch (LinkageError | SecurityException e) {
      return false;
    }
  }
}
