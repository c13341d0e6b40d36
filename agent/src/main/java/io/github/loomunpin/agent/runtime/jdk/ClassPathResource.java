// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

import java.io.IOException;

/**
 * Stands for {@code jdk.internal.loader.Resource} until the jar is built, as {@link Unsafe} does.
 */
public abstract class ClassPathResource {

  private ClassPathResource() {}

  public abstract byte[] getBytes() throws IOException;
}
