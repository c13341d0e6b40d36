// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.util.Arrays;

/** Tries to define class files with monitors that no JVM takes, and one that is as it should be. */
public final class MalformedApp {

  private MalformedApp() {}

  /** Has monitors. */
  public static final class Locking {
    private int count;

    /** Counts under two locks. */
    public synchronized int count() {
      synchronized (Locking.class) {
        return ++count;
      }
    }
  }

  private static final class Defining extends ClassLoader {

    Defining() {
      super(MalformedApp.class.getClassLoader());
    }

    Class<?> define(byte[] file) {
      return defineClass(null, file, 0, file.length);
    }
  }

  public static void main(String[] args) throws Exception {
    byte[] file;
    try (InputStream in = MalformedApp.class.getResourceAsStream("MalformedApp$Locking.class")) {
      file = in.readAllBytes();
    }
    for (int version : new int[] {44, 70, 71, 99, 255}) {
      byte[] other = file.clone();
      other[7] = (byte) version;
      tell("version " + version, other);
    }
    for (int length : new int[] {0, 4, 9, 50, file.length / 2, file.length - 1, file.length + 1}) {
      tell(length + " of " + file.length + " bytes", Arrays.copyOf(file, length));
    }
    tell("no magic number", new byte[100]);
    tell("as it was", file);
  }

  private static void tell(String what, byte[] file) throws Exception {
    try {
      Class<?> c = new Defining().define(file);
      Object counted = c.getMethod("count").invoke(c.getConstructor().newInstance());
      System.out.println("OUT: " + what + ": counts to " + counted);
    } catch (LinkageError e) {
      System.out.println("OUT: " + what + ": " + e);
    }
  }
}
