// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;

/**
 * Calls of {@link Reader#skip}. The lock of an {@link InputStreamReader} is its stream, which may
 * be an object of an application class; of all its methods only skip, which it inherits, takes it.
 */
public final class UnpinReaderSkip {

  private static final Unsafe U = UnpinBucket.U;
  private static final long LOCK = U.objectFieldOffset(Reader.class, "lock");

  private UnpinReaderSkip() {}

  /** Instead of {@link Reader#skip}: excludes whoever holds the stream virtually, too. */
  public static long skip(Reader r, long n) throws IOException {
    if (r == null || r.getClass() != InputStreamReader.class) {
      return r.skip(n);
    }
    Object lock = U.getReference(r, LOCK);
    if (lock == null || UnpinMonitors.isNative(lock)) {
      return r.skip(n);
    }
    UnpinMonitors.enter(lock);
    try {
      return r.skip(n);
    } finally {
      UnpinMonitors.exit(lock);
    }
  }
}
