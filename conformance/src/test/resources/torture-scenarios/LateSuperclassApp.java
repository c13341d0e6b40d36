// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassDefinition;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Redefines and retransforms a class whose superclass was unknown when it was loaded.
 *
 * <p>Arguments: the directories of the superclass and of the class.
 */
public final class LateSuperclassApp {
  public static void main(String[] args) throws Exception {
    ClassLoader parent = new URLClassLoader(path(args[0]));
    Class<?> type = new URLClassLoader(path(args[1]), parent).loadClass("scenario.ChangedLate");
    tell("loaded", type);
    ChangingAgent.instrumentation.redefineClasses(
        new ClassDefinition(type, OneClassLoader.fileOf(type)));
    tell("redefined", type);
    ChangingAgent.instrumentation.retransformClasses(type);
    tell("retransformed", type);
  }

  private static URL[] path(String directory) throws Exception {
    return new URL[] {Path.of(directory).toUri().toURL()};
  }

  private static void tell(String what, Class<?> type) throws Exception {
    System.out.println("OUT: " + what + " " + Noted.flags(type));
    ((Runnable) type.getConstructor().newInstance()).run();
    System.out.println("OUT: " + Noted.taken());
  }
}
