// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.ClassDefinition;
import io.github.loomunpin.agent.runtime.jdk.ClassPathResource;
import io.github.loomunpin.agent.runtime.jdk.LoaderClassPath;
import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.util.Map;

/**
 * What can be known of class loaders without running code of the application. A dry run has this
 * class as well, so it uses no other of the runtime. All methods are safe for any thread.
 */
public final class UnpinLoaders {

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final String JAR_HANDLER = "sun.net.www.protocol.jar.Handler";

  /** Whether a class path checks permissions unless a parameter forbids it (until JEP 486). */
  private static final boolean MAY_CHECK = Runtime.version().feature() < 24;

  private static final Class<?> BUILT_IN;

  /** The offsets of the fields of that class. */
  private static final long CLASS_PATH;

  private static final long PARENT;

  /**
   * The offset of a class path's handler for jars, which is null if the protocol's is to be used.
   */
  private static final long JAR_HANDLER_OF_PATH;

  /** By which protocol handlers are found, by protocol. */
  private static final Map<?, ?> HANDLERS;

  static {
    try {
      BUILT_IN = Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null);
      CLASS_PATH = U.objectFieldOffset(BUILT_IN, "ucp");
      PARENT = U.objectFieldOffset(BUILT_IN, "parent");
      JAR_HANDLER_OF_PATH =
          U.objectFieldOffset(
              Class.forName("jdk.internal.loader.URLClassPath", false, null), "jarHandler");
      Field handlers = URL.class.getDeclaredField("handlers");
      HANDLERS =
          (Map<?, ?>) U.getReference(U.staticFieldBase(handlers), U.staticFieldOffset(handlers));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private UnpinLoaders() {}

  /**
   * The class that the JVM has recorded for a loader under a name, and takes for it in all code of
   * that loader from then on. Asks the JVM alone.
   *
   * @param name with dots
   * @return null if there is none, or if the loader is one of the JDK's own, for which the JVM
   *     would look into its archive of classes and load what it finds there
   */
  public static Class<?> loaded(ClassLoader loader, String name) {
    Object each = loader;
    return BUILT_IN.isInstance(each) ? null : ((ClassDefinition) each).findLoadedClass(name);
  }

  /** The loader of a class, for which no security manager asks code of the boot loader. */
  public static ClassLoader loaderOf(Class<?> c) {
    return c.getClassLoader();
  }

  /**
   * Reads a class file from the class path of a loader of the JDK's own, as that does to define the
   * class: without a connection, which would share an open file with the application.
   *
   * @param loader null for the boot loader
   * @return null if there is none or where that would run code of the application
   * @throws IOException if it cannot be read
   * @throws LinkageError if this JDK has other fields or methods
   * @throws InternalError likewise
   */
  public static byte[] onClassPath(ClassLoader loader, String resource) throws IOException {
    Object from =
        loader == null
            ? U.getReference(ClassLoader.getPlatformClassLoader(), PARENT)
            : (Object) loader;
    if (!BUILT_IN.isInstance(from)) {
      return null;
    }
    Object path = U.getReference(from, CLASS_PATH);
    if (path == null || !opensJarsByJdk(path)) {
      return null;
    }
    LoaderClassPath classPath = (LoaderClassPath) path;
    ClassPathResource found =
        MAY_CHECK ? classPath.getResource(resource, false) : classPath.getResource(resource);
    return found == null ? null : found.getBytes();
  }

  /** An application may have a protocol handler of its own for what is in a jar. */
  private static boolean opensJarsByJdk(Object path) {
    Object own = U.getReference(path, JAR_HANDLER_OF_PATH);
    Object handler = own == null ? HANDLERS.get("jar") : own;
    return handler != null
        && handler.getClass().getModule() == Object.class.getModule()
        && handler.getClass().getName().equals(JAR_HANDLER);
  }
}
