// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.util.function.BiConsumer;

/**
 * Defines classes in the boot loader. It is the only class of its loader, hence alone in its
 * module, and that module alone may use {@code jdk.internal.misc}.
 */
public final class RuntimeDefiner implements BiConsumer<String, byte[]> {

  /** For {@link RuntimeInstaller}. */
  public RuntimeDefiner() {}

  @Override
  public void accept(String name, byte[] bytes) {
    Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null);
  }
}
