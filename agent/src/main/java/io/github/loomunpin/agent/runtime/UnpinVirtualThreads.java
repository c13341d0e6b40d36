// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The virtual threads of this JVM, as far as the JDK keeps lists of them. */
final class UnpinVirtualThreads {

  /** As in {@code jdk.internal.vm.ThreadContainers}; if not, only those of some executors are. */
  static final boolean TRACKED =
      !"false".equalsIgnoreCase(System.getProperty("jdk.trackAllThreads"));

  private final Object root;
  private final Method threads;
  private final Method children;

  /**
   * @throws ReflectiveOperationException if this JDK keeps virtual threads in another way
   */
  UnpinVirtualThreads() throws ReflectiveOperationException {
    Class<?> container = Class.forName("jdk.internal.vm.ThreadContainer");
    threads = container.getMethod("threads");
    children = container.getMethod("children");
    root = Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root").invoke(null);
  }

  /** All that are listed, some platform threads among them. */
  List<Thread> all() throws ReflectiveOperationException {
    List<Thread> all = new ArrayList<>();
    addFrom(root, all);
    return all;
  }

  private void addFrom(Object container, List<Thread> all) throws ReflectiveOperationException {
    for (Object t : ((Stream<?>) threads.invoke(container)).toArray()) {
      all.add((Thread) t);
    }
    for (Object child : ((Stream<?>) children.invoke(container)).toArray()) {
      addFrom(child, all);
    }
  }
}
