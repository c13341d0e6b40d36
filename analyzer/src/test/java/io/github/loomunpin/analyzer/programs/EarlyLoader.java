// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

/** An agent that loads a class of the application before other agents can see it. */
public final class EarlyLoader {

  private EarlyLoader() {}

  public static void premain(String type) throws ClassNotFoundException {
    Class.forName(type, false, ClassLoader.getSystemClassLoader());
  }
}
