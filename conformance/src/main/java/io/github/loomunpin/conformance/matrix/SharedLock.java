// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import io.github.loomunpin.conformance.torture.Contest;
import io.github.loomunpin.conformance.torture.EmptyPreferences;
import io.github.loomunpin.conformance.torture.GivenLock;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/** Objects that code of the JDK locks as well. */
public final class SharedLock {
  private static final Map<Object, CriticalSection> OWNERS =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private SharedLock() {}

  /** What makes the JDK lock the object and call {@link Callback} from inside. */
  private static Object made(Object lock, CriticalSection locking) {
    OWNERS.put(lock, locking);
    return lock;
  }

  /** Has the JDK lock the object while the body runs. */
  public static void lockedByJdk(Object lock, CriticalSection body) throws Exception {
    Callback.during(
        () -> {
          OWNERS.get(lock).run(lock);
          return lock;
        },
        inside -> body.run(lock));
  }

  /** An object of the application that the JDK gets as a lock. */
  public static <T> T given(T lock, GivenLock how) {
    Contest.Way jdk = how.to(lock);
    made(
        lock,
        o -> {
          try {
            jdk.inside(() -> Callback.run(o));
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        });
    return lock;
  }

  public static Object ofWriterThatSetsIt() {
    Writer writer = new OwnLockWriter();
    return made(((OwnLockWriter) writer).lock(), unchecked(() -> writer.write(1)));
  }

  private static final class OwnLockWriter extends Writer {
    OwnLockWriter() {
      lock = new Object();
    }

    Object lock() {
      return lock;
    }

    @Override
    public void write(char[] from, int at, int count) {
      Callback.run(this);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  public static Object ofClassLoader() {
    Parallel loader = new Parallel();
    String name = "none.Such";
    return made(
        loader.lockOf(name),
        lock -> {
          try {
            loader.loadClass(name);
          } catch (ClassNotFoundException e) {
            Matrix.check(e.getMessage().equals(name));
          }
        });
  }

  private static final class Parallel extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    Object lockOf(String name) {
      return getClassLoadingLock(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Callback.run(this);
      throw new ClassNotFoundException(name);
    }
  }

  public static Object ofPreferences() {
    Prefs prefs = new Prefs();
    return made(prefs.lock(), lock -> prefs.put("a", "b"));
  }

  private static final class Prefs extends EmptyPreferences {
    Object lock() {
      return lock;
    }

    @Override
    protected void putSpi(String key, String value) {
      Callback.run(this);
    }
  }

  public static Object ofChannel() {
    Channel channel = new Channel();
    CriticalSection toggle = unchecked(() -> channel.configureBlocking(!channel.isBlocking()));
    return made(channel.blockingLock(), toggle);
  }

  private static final class Channel extends AbstractSelectableChannel {
    Channel() {
      super(SelectorProvider.provider());
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
      Callback.run(this);
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    public int validOps() {
      return SelectionKey.OP_READ;
    }
  }

  private interface Io {
    void run() throws IOException;
  }

  private static CriticalSection unchecked(Io io) {
    return lock -> {
      try {
        io.run();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    };
  }
}
