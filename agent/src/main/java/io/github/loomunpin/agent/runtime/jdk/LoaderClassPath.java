// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/**
 * Stands for {@code jdk.internal.loader.URLClassPath} until the jar is built, as {@link Unsafe}
 * does.
 */
public abstract class LoaderClassPath {

  private LoaderClassPath() {}

  /**
   * Finds a resource, or returns null. JDK 24 removed this method together with the security
   * manager (JEP 486).
   */
  public abstract ClassPathResource getResource(String name, boolean check);

  /** Finds a resource, or returns null; every JDK has this method. */
  public abstract ClassPathResource getResource(String name);
}
