// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** What a task in another thread returned or threw. */
final class FutureResult {

  private FutureResult() {}

  /** Waits for the result; throws what the task threw. */
  static <T> T of(Future<T> task) throws IOException, InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
