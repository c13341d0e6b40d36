// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import io.github.loomunpin.junit.expect.BlindWatch;
import io.github.loomunpin.junit.expect.PinWatch;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** The watch of a run of tests, which ends with it. */
record PinWatchResource(PinWatch watch) implements Store.CloseableResource {

  /** It is compiled for Java 21, and needs modules that some runtimes do not have. */
  private static final String WATCH = "io.github.loomunpin.junit.watch.JfrWatch";

  private static final String RECORDER = "jdk.jfr";

  /**
   * @param store of the root, so that all tests share one
   */
  static PinWatch of(Store store) {
    return store
        .getOrComputeIfAbsent(
            PinWatchResource.class, key -> new PinWatchResource(open()), PinWatchResource.class)
        .watch();
  }

  private static PinWatch open() {
    if (!JavaRelease.hasVirtualThreads()) {
      return new BlindWatch(
          "JDK "
              + JavaRelease.HERE
              + " has no virtual threads, so nothing pins; run the tests on JDK 21 or newer");
    }
    if (ModuleLayer.boot().findModule(RECORDER).isEmpty()) {
      return new BlindWatch(
          "this JVM has no flight recorder (module " + RECORDER + "): run the tests on a full JDK");
    }
    try {
      return (PinWatch) Class.forName(WATCH).getMethod("open").invoke(null);
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new BlindWatch("the watch does not start: " + cause);
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
