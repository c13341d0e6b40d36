// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;

/** Loads and links, and so verifies, every class of the given jars, and prints what is refused. */
public final class VerifyMain {
  private VerifyMain() {}

  public static void main(String[] args) throws IOException {
    List<URL> urls = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String arg : args) {
      urls.add(Path.of(arg).toUri().toURL());
      try (JarFile jar = new JarFile(arg)) {
        jar.stream()
            .map(entry -> entry.getName())
            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
            .filter(name -> !name.endsWith("-info.class"))
            .forEach(name -> names.add(name.substring(0, name.length() - 6).replace('/', '.')));
      }
    }
    Map<String, String> refused = new TreeMap<>();
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      for (String name : names) {
        try {
          // Listing the methods links the class without initializing it.
          Class.forName(name, false, loader).getDeclaredMethods();
        } catch (Throwable e) {
          refused.put(name, e.getClass().getName());
        }
      }
    }
    System.out.println("OUT: classes " + names.size() + ", refused " + refused.size());
    refused.forEach((name, why) -> System.out.println("OUT: " + name + " " + why));
  }
}
