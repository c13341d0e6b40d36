// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** What readers lock: themselves, what they are given, or their stream. */
final class JdkReaderPrograms {
  private JdkReaderPrograms() {}

  @Torture(
      shows =
          "synchronized (lock) in a subclass of Reader, where lock is the reader itself; and a stream"
              + " that an InputStreamReader locks")
  static String readerSubclassDefaultLock(Env env) {
    HookedReader reader = new HookedReader();
    return readerContest(env, reader, reader.lockSeen()) + ", " + streamContest(env);
  }

  /** The only method of an InputStreamReader that locks its stream is skip, which it inherits. */
  private static String streamContest(Env env) {
    HookedStream stream = new HookedStream();
    return Contest.ofNative(env)
        .excludeEachOther(
            stream::locked,
            action -> {
              stream.hook.set(action);
              new InputStreamReader(stream, StandardCharsets.US_ASCII).skip(1);
            });
  }

  /** Runs an action when it is first read. */
  private static final class HookedStream extends InputStream {
    private final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    synchronized void locked(Runnable action) {
      action.run();
    }

    @Override
    public int read() {
      Runnable action = hook.get();
      hook.remove();
      if (action == null) {
        return -1;
      }
      action.run();
      return 'x';
    }
  }

  @Torture(
      shows = "a plain object given to Reader(Object) excludes the JDK's use of it",
      core = true)
  static String readerUserLock(Env env) {
    Object mine = new Object();
    HookedReader assigned = new HookedReader();
    assigned.lockBy(new Object());
    return readerContest(env, new HookedReader(mine), mine)
        + ", "
        + readerContest(env, assigned, assigned.lockSeen());
  }

  private static String readerContest(Env env, HookedReader reader, Object lock) {
    Contest.Way jdk = action -> reader.skipRunning(action);
    Contest.Way block =
        action -> {
          synchronized (lock) {
            action.run();
          }
        };
    return Contest.ofNative(env).excludeEachOther(jdk, block)
        + ", "
        + Contest.ofNative(env).excludeEachOther(jdk, reader::locked);
  }

  /** Runs an action each time the JDK, which holds the lock then, asks it for characters. */
  private static final class HookedReader extends Reader {
    private final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    HookedReader() {}

    HookedReader(Object lock) {
      super(lock);
    }

    Object lockSeen() {
      return lock;
    }

    void lockBy(Object other) {
      lock = other;
    }

    void locked(Runnable action) {
      synchronized (lock) {
        action.run();
      }
    }

    /** {@link Reader#skip} locks, then reads. */
    void skipRunning(Runnable action) throws IOException {
      hook.set(action);
      skip(1);
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
      hook.get().run();
      return length;
    }

    @Override
    public void close() {}
  }
}
