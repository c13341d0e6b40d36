// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import com.sun.jna.Native;
import java.lang.reflect.Modifier;

/** Synchronized native methods that JNA binds by their names, which reflection tells it. */
public final class JnaApp {

  static {
    Native.register("c");
  }

  public static synchronized native int abs(int value);

  public static native int toupper(int value);

  public static void main(String[] args) throws Exception {
    System.out.println("OUT: " + (char) toupper('a') + abs(-5));
    synchronized (JnaApp.class) {
      System.out.println("OUT: " + abs(-6));
    }
    int flags = JnaApp.class.getDeclaredMethod("abs", int.class).getModifiers();
    System.out.println("OUT: " + Modifier.toString(flags));
  }
}
