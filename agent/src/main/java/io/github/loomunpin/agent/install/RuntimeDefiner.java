// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Defines the runtime classes. It is the only class of its loader, hence alone in its module, and
 * that module alone may use {@code jdk.internal.misc}.
 */
public final class RuntimeDefiner implements Runnable {

  private static final String PREFIX = "io.github.loomunpin.agent.runtime.Unpin";

  /** In an order in which every superclass comes first. */
  private static final String[] NAMES = {
    "Bucket",
    "Table",
    "Fat",
    "Lock",
    "Stack",
    "Rescue",
    "Slow",
    "Owners",
    "Blocking",
    "Waiting",
    "Natives",
    "Modes",
    "ModeCache",
    "Registration",
    "Monitors",
    "Hidden",
    "WarmUp",
    "Control",
  };

  /** For {@link RuntimeInstaller}. */
  public RuntimeDefiner() {}

  @Override
  public void run() {
    Unsafe unsafe = Unsafe.getUnsafe();
    for (String name : NAMES) {
      String full = PREFIX + name;
      byte[] bytes = bytes(full);
      unsafe.defineClass(full, bytes, 0, bytes.length, null, null);
    }
  }

  private static byte[] bytes(String name) {
    String path = name.replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
      if (in == null) {
        throw new IOException(path + " is missing in the agent's jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
