// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;

/** Class loaders whose state, locks and files somebody who asks them for resources would meet. */
public final class LoaderStateApp {
  private static final String PLUGIN = "scenario.LoaderStateApp$Plugin";
  private static final String BASE = "scenario.LoaderStateApp$Base";

  private LoaderStateApp() {}

  public static class Base {
    synchronized void step() {}
  }

  public static class Plugin extends Base implements Runnable {
    @Override
    public synchronized void run() {
      step();
    }
  }

  public static void main(String[] args) throws Exception {
    use(new Crossing());
    System.out.println("OUT: locks taken in two orders");
    use(new OneShot(new ByteArrayInputStream(jar(Map.of()))));
    System.out.println("OUT: read once from front to back");
    Path folder = Files.createTempDirectory("loader-state");
    System.out.println("OUT: replaced " + replaced(folder.resolve("replaced.jar")));
    System.out.println("OUT: closed " + closed(folder.resolve("closed.jar")));
    System.out.println("OUT: leaks files " + leaks(folder));
  }

  private static void use(ClassLoader loader) throws ReflectiveOperationException {
    ((Runnable) loader.loadClass(PLUGIN).getConstructor().newInstance()).run();
  }

  private static byte[] file(String name) throws IOException {
    String resource = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = LoaderStateApp.class.getResourceAsStream(resource)) {
      return in.readAllBytes();
    }
  }

  /** The classes in the order in which they are needed, and other entries. */
  private static byte[] jar(Map<String, byte[]> others) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bytes)) {
      for (String name : List.of(PLUGIN, BASE)) {
        out.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
        out.write(file(name));
      }
      for (Map.Entry<String, byte[]> other : others.entrySet()) {
        out.putNextEntry(new JarEntry(other.getKey()));
        out.write(other.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static URLClassLoader loader(Path jar) throws IOException {
    return new URLClassLoader(
        new java.net.URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  private static InputStream open(Path jar, String entry) throws IOException {
    return URI.create("jar:" + jar.toUri() + "!/" + entry).toURL().openStream();
  }

  /** What is read from a jar that was replaced after a loader had used it. */
  private static String replaced(Path jar) throws Exception {
    Files.write(jar, jar(Map.of("version", "first".getBytes())));
    use(loader(jar));
    Files.delete(jar);
    Files.write(jar, jar(Map.of("version", "second".getBytes())));
    use(loader(jar));
    try (InputStream in = open(jar, "version")) {
      return new String(in.readAllBytes());
    }
  }

  /** How much is read from a jar whose loader is closed meanwhile. */
  private static int closed(Path jar) throws Exception {
    Files.write(jar, jar(Map.of("large", new byte[300_000])));
    URLClassLoader loader = loader(jar);
    use(loader);
    try (InputStream in = open(jar, "large")) {
      in.read();
      loader.close();
      return 1 + in.readAllBytes().length;
    }
  }

  private static boolean leaks(Path folder) throws Exception {
    File open = new File("/proc/self/fd");
    if (!open.isDirectory()) {
      return false;
    }
    int before = open.list().length;
    for (int i = 0; i < 100; i++) {
      Path jar = folder.resolve("plugin" + i + ".jar");
      Files.write(jar, jar(Map.of()));
      try (URLClassLoader loader = loader(jar)) {
        use(loader);
      }
      Files.delete(jar);
    }
    return open.list().length > before + 50;
  }

  /** Takes its locks in one order to load a class, and in the other to read a resource. */
  private static final class Crossing extends ClassLoader {
    private final Map<String, byte[]> cache = Collections.synchronizedMap(new HashMap<>());

    Crossing() {
      super(LoaderStateApp.class.getClassLoader());
    }

    private synchronized byte[] open(String name) throws IOException {
      return name.equals(PLUGIN) || name.equals(BASE) ? file(name) : null;
    }

    private byte[] cached(String name) {
      synchronized (cache) {
        byte[] bytes = cache.get(name);
        try {
          return bytes != null ? bytes : open(name);
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    }

    @Override
    protected synchronized Class<?> loadClass(String name, boolean resolve)
        throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      byte[] bytes = loaded == null ? cached(name) : null;
      if (loaded != null) {
        return loaded;
      }
      return bytes == null
          ? super.loadClass(name, resolve)
          : defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      byte[] bytes = cached(resource.replace(".class", "").replace('/', '.'));
      return bytes == null
          ? super.getResourceAsStream(resource)
          : new ByteArrayInputStream(bytes);
    }
  }

  /** Reads a jar as it comes, so that nothing can be found a second time. */
  private static final class OneShot extends ClassLoader {
    private final JarInputStream jar;

    OneShot(InputStream in) throws IOException {
      super(ClassLoader.getPlatformClassLoader());
      this.jar = new JarInputStream(in);
    }

    private byte[] next(String wanted) {
      try {
        for (JarEntry at = jar.getNextJarEntry(); at != null; at = jar.getNextJarEntry()) {
          if (at.getName().equals(wanted)) {
            return jar.readAllBytes();
          }
        }
        return null;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = next(name.replace('.', '/') + ".class");
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      byte[] bytes = next(resource);
      return bytes == null ? null : new ByteArrayInputStream(bytes);
    }
  }
}
