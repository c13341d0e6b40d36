// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A class loader that waits, called by a native method. */
final class Upcall extends ClassLoader {

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("plugin.")) {
      return super.loadClass(name, resolve);
    }
    try {
      return Standing.elsewhere(() -> Object.class);
    } catch (Exception e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  public static void main(String[] args) throws Exception {
    Standing.still(number -> Class.forName("plugin.P" + number, true, new Upcall()));
  }
}
