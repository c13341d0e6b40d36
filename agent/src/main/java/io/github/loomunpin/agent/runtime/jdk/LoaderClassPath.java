// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

/**
 * Stands for {@code jdk.internal.loader.URLClassPath} until the jar is built, as {@link Unsafe}
 * does.
 */
public abstract class LoaderClassPath {

  private LoaderClassPath() {}

  /** Null if there is none of that name. Not there since JDK 24, which has no security managers. */
  public abstract ClassPathResource getResource(String name, boolean check);

  /** Null if there is none of that name. */
  public abstract ClassPathResource getResource(String name);
}
