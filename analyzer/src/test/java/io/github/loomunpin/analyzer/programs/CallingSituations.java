// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import io.github.loomunpin.analyzer.programs.HoldingSituations.Box;
import java.io.IOException;
import java.io.InputStream;
import java.util.Hashtable;

/**
 * Ways to keep a carrier whatever happens to monitors: the JVM or native code has called Java code,
 * or a class is initialized. A name that ends in {@code Within} says that a monitor is held as
 * well.
 */
final class CallingSituations {

  static final class Alone {
    static int used;

    static {
      AllAtOnce.park();
    }
  }

  static final class Beneath {
    static int used;

    static {
      AllAtOnce.park();
    }
  }

  static final class Around {
    static int used;

    static {
      synchronized (new Hashtable<String, String>()) {
        AllAtOnce.park();
      }
    }
  }

  /** Loaded by a loader that parks. */
  public static final class Needed {}

  /** Makes the JVM load the other class. */
  public static final class Needs implements Runnable {
    @Override
    public void run() {
      new Needed();
    }
  }

  /** Defines the two classes again, and parks before the one that the other needs. */
  private static final class ParkingLoader extends ClassLoader {

    ParkingLoader() {
      super(CallingSituations.class.getClassLoader());
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      if (name.equals(Needed.class.getName())) {
        AllAtOnce.park();
      }
      return name.equals(Needed.class.getName()) || name.equals(Needs.class.getName())
          ? define(name)
          : super.loadClass(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    Runnable needs() throws ReflectiveOperationException {
      return (Runnable) loadClass(Needs.class.getName()).getDeclaredConstructor().newInstance();
    }
  }

  private static final ParkingLoader SHARED = new ParkingLoader();

  static void initializes() {
    Alone.used++;
  }

  static void initializesWithin() {
    synchronized (new Box()) {
      Beneath.used++;
    }
  }

  static void locksInAnInitializerWithin() {
    Around.used++;
  }

  /** Comes behind the one that initializes the class. */
  static void initializesWhatAnotherDoes() {
    Alone.used++;
  }

  static void loads() throws ReflectiveOperationException {
    SHARED.needs().run();
  }

  /** Comes behind the one that loads the class, for which the JVM has entered the loader. */
  static void loadsWhatAnotherDoes() throws ReflectiveOperationException {
    Class.forName(Needed.class.getName(), false, SHARED);
  }

  static void loadsWithin() throws ReflectiveOperationException {
    Runnable needs = new ParkingLoader().needs();
    synchronized (new Box()) {
      needs.run();
    }
  }

  static void callsNative() throws ReflectiveOperationException {
    Class.forName(Needed.class.getName(), true, new ParkingLoader());
  }

  static void callsNativeWithin() throws ReflectiveOperationException {
    ClassLoader loader = new ParkingLoader();
    synchronized (new Box()) {
      Class.forName(Needed.class.getName(), true, loader);
    }
  }
}
