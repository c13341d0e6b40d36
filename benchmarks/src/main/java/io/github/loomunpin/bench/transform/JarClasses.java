// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** All class files of some jars, in the order of the jars. */
record JarClasses(List<Path> jars, List<ClassFile> files) {

  /**
   * One class file.
   *
   * @param name internal name, as its place in the jar says
   */
  record ClassFile(String name, byte[] bytes) {}

  private static final String SUFFIX = ".class";

  static JarClasses of(List<Path> jars) throws IOException {
    List<ClassFile> files = new ArrayList<>();
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile(), false)) {
        for (JarEntry entry : jar.stream().toList()) {
          String name = entry.getName();
          if (name.endsWith(SUFFIX)
              && !name.startsWith("META-INF/")
              && !name.endsWith("-info" + SUFFIX)) {
            try (InputStream in = jar.getInputStream(entry)) {
              String internal = name.substring(0, name.length() - SUFFIX.length());
              files.add(new ClassFile(internal, in.readAllBytes()));
            }
          }
        }
      }
    }
    return new JarClasses(jars, files);
  }

  /** A loader that has opened all jars and loaded none of the classes. */
  URLClassLoader newLoader() throws IOException {
    URLClassLoader loader =
        new URLClassLoader(
            jars.stream().map(JarClasses::url).toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader());
    Enumeration<URL> none = loader.findResources("no/such/resource");
    if (none.hasMoreElements()) {
      throw new IOException("unexpected " + none.nextElement());
    }
    return loader;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
