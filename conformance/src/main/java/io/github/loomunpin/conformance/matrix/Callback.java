// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.util.concurrent.Callable;

/** Carries a body through code of the JDK that calls back while it holds a monitor. */
public final class Callback {
  private static final ThreadLocal<CriticalSection> BODY = new ThreadLocal<>();

  private Callback() {}

  /** Runs the code, during which {@link #run} runs the body. */
  public static <T> T during(Callable<T> code, CriticalSection body) throws Exception {
    BODY.set(body);
    try {
      return code.call();
    } finally {
      BODY.remove();
    }
  }

  /** Called back. */
  public static void run(Object locked) {
    CriticalSection body = BODY.get();
    if (body != null) {
      body.run(locked);
    }
  }
}
