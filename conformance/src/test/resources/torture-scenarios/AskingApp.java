// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** Asks for locks by the names of classes that are loaded only then, by a loader of their own. */
public final class AskingApp {
  private AskingApp() {}

  public static void main(String[] args) throws Exception {
    Class<?> asking = new OwnClasses().loadClass("scenario.AskingApp$Asking");
    Supplier<?> answers = (Supplier<?>) asking.getDeclaredConstructor().newInstance();
    System.out.println("OUT: " + answers.get());
  }

  /** Names classes that its loader has not loaded when it loads this one. */
  public static final class Asking implements Supplier<String> {
    @Override
    public String get() {
      Object lock = new Object();
      StringBuilder answers = new StringBuilder("inherited " + Inheriting.holdsLock(lock));
      synchronized (lock) {
        answers.append(' ').append(Inheriting.holdsLock(lock));
        answers.append(", hidden ").append(Hiding.holdsLock(lock));
      }
      answers.append(", inherited ").append(Inheriting.holdsLock(lock));
      return answers.append(", hidden ").append(Hiding.holdsLock(lock)).toString();
    }
  }

  static class Inheriting extends Thread {}

  static final class Hiding extends Inheriting {
    public static boolean holdsLock(Object o) {
      return o == null;
    }
  }

  /** Defines these classes itself. */
  private static final class OwnClasses extends ClassLoader {
    OwnClasses() {
      super(AskingApp.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null || !name.startsWith("scenario.")) {
          return loaded != null ? loaded : super.loadClass(name, resolve);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
          byte[] file = in.readAllBytes();
          return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
}
