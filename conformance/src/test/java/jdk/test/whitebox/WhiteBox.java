// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package jdk.test.whitebox;

import java.lang.reflect.Executable;

/**
 * HotSpot's own testing interface, as far as it is needed here. The JVM, also a release build,
 * binds the methods by name when this class is on the boot class path and {@code -XX:+WhiteBoxAPI}
 * is given.
 */
public final class WhiteBox {

  public static final WhiteBox JVM = new WhiteBox();

  static {
    registerNatives();
  }

  private WhiteBox() {}

  private static native void registerNatives();

  /** Verifies and links a class without initializing it. */
  public native void linkClass(Class<?> c);

  /** Initializes the method's class and compiles the method; true if it is compiled now. */
  public boolean compile(Executable method, int level) {
    return enqueueMethodForCompilation0(method, level, -1);
  }

  private native boolean enqueueMethodForCompilation0(Executable method, int level, int bci);

  /** Whether the compiler of this level has not refused the method for good. */
  public boolean isCompilable(Executable method, int level) {
    return isMethodCompilable0(method, level, false);
  }

  private native boolean isMethodCompilable0(Executable method, int level, boolean osr);
}
