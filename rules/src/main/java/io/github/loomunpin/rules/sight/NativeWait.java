// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;

/** Tells whether a thread may wait in a native method, or can only compute in it. */
public final class NativeWait {

  /** The beginnings of the JDK's native methods that may block, as {@code class.method}. */
  private static final List<String> BLOCKING =
      List.of(
          "java/io/",
          "java/lang/Class.forName",
          "java/lang/Object.wait",
          "java/lang/Process",
          "java/lang/Thread.sleep",
          "java/lang/invoke/",
          "java/lang/ref/",
          "java/net/",
          "java/util/prefs/",
          "jdk/internal/misc/Unsafe.ensureClassInitialized",
          "jdk/internal/misc/Unsafe.park",
          "jdk/internal/reflect/",
          "jdk/net/",
          "sun/net/",
          "sun/nio/",
          "sun/security/jgss/",
          "sun/security/pkcs11/",
          "sun/security/smartcardio/",
          "sun/tools/attach/");

  /**
   * The beginnings of those that wait for something outside the JVM and keep a carrier whether the
   * thread is pinned or not. In the others of {@link #BLOCKING} a virtual thread waits only if
   * something else pins it.
   */
  private static final List<String> KEEPING =
      List.of(
          "java/io/",
          "java/lang/Process",
          "java/net/",
          "java/util/prefs/",
          "sun/net/",
          "sun/nio/ch/FileDispatcher",
          "sun/nio/ch/UnixFileDispatcher",
          "sun/nio/fs/",
          "sun/security/jgss/",
          "sun/security/pkcs11/",
          "sun/security/smartcardio/",
          "sun/tools/attach/");

  private NativeWait() {}

  /**
   * Whether a thread whose innermost frame this is may wait. The JDK's other native methods
   * compress, look at the clock or copy memory. What an application's do is not known.
   *
   * @param top of a native method
   */
  public static boolean mayBeIn(StackFrame top) {
    return isUnknown(top) || isOneOf(BLOCKING, top);
  }

  /**
   * Whether a thread with this innermost frame keeps its carrier for as long as it is in it,
   * whatever it does there.
   *
   * @param top of a native method
   */
  static boolean keepsCarrier(StackFrame top) {
    return isUnknown(top) || isOneOf(KEEPING, top);
  }

  /** Whether nobody can tell by its name if a native method waits or computes. */
  public static boolean isUnknown(StackFrame top) {
    return !top.jdk();
  }

  private static boolean isOneOf(List<String> beginnings, StackFrame top) {
    String method = top.className() + "." + top.method();
    return beginnings.stream().anyMatch(method::startsWith);
  }
}
