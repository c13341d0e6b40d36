// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.beans.beancontext.BeanContextSupport;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.function.BiConsumer;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How an object of the application becomes one that code of the JDK locks as well. */
public enum GivenLock {
  READER {
    @Override
    public Contest.Way to(Object lock) {
      Reader reader = new CallingReader(lock);
      return action -> Inside.of(() -> reader.skip(1), action);
    }
  },
  WRITER {
    @Override
    public Contest.Way to(Object lock) {
      Writer writer = new CallingWriter(lock);
      return action -> Inside.of(() -> writer.write('x'), action);
    }
  },
  FIELD_OF_READER {
    @Override
    public Contest.Way to(Object given) {
      Reader reader =
          new BufferedReader(new CallingReader(new Object())) {
            {
              lock = given;
            }
          };
      return action -> Inside.of(reader::read, action);
    }
  },
  FIELD_OF_WRITER {
    @Override
    public Contest.Way to(Object given) {
      Writer writer =
          new PrintWriter(new CallingWriter(new Object())) {
            {
              lock = given;
            }
          };
      return action -> Inside.of(() -> writer.write('x'), action);
    }
  },
  CHANNEL_READ {
    @Override
    public Contest.Way to(Object lock) {
      class Channel extends BlockingChannel implements ReadableByteChannel {
        Channel() {
          super(lock);
        }

        @Override
        public int read(ByteBuffer buffer) {
          Inside.run();
          buffer.put((byte) 1);
          return 1;
        }
      }
      Channel channel = new Channel();
      return action -> Inside.of(() -> Channels.newInputStream(channel).read(), action);
    }
  },
  CHANNEL_WRITTEN {
    @Override
    public Contest.Way to(Object lock) {
      class Channel extends BlockingChannel implements WritableByteChannel {
        Channel() {
          super(lock);
        }

        @Override
        public int write(ByteBuffer buffer) {
          Inside.run();
          buffer.position(buffer.limit());
          return 1;
        }
      }
      Channel channel = new Channel();
      return action -> Inside.of(() -> Channels.newOutputStream(channel).write(1), action);
    }
  },
  CLASS_LOADING {
    @Override
    public Contest.Way to(Object lock) {
      ClassLoader loader = new CallingLoader(lock);
      return action ->
          Inside.of(() -> Check.thrownBy(() -> loader.loadClass("no.such.Name")), action);
    }
  },
  BEAN {
    @Override
    public Contest.Way to(Object lock) {
      return action -> {
        BeanContextSupport beans = new CallingBeans();
        Inside.of(() -> beans.add(lock), action);
      };
    }
  },
  GROUP {
    @Override
    public Contest.Way to(Object lock) {
      BiConsumer<Object, Integer> accumulator = (container, i) -> Inside.run();
      Collector<Integer, Object, Object> ofOne = Collector.of(() -> lock, accumulator, (a, b) -> a);
      return action ->
          Inside.of(
              () -> Stream.of(1).collect(Collectors.groupingByConcurrent(i -> i, ofOne)), action);
    }
  };

  /**
   * Gives the object to the JDK.
   *
   * @return has the JDK lock it and run an action inside
   */
  public abstract Contest.Way to(Object lock);

  /** Carries an action through code of the JDK that calls back while it holds a lock. */
  private static final class Inside {
    private static final ThreadLocal<Runnable> ACTION = new ThreadLocal<>();

    static void of(ThrowingRunnable jdk, Runnable action) throws Throwable {
      ACTION.set(action);
      jdk.run();
      Check.that(ACTION.get() == null, "the JDK has called back");
    }

    static void run() {
      Runnable action = ACTION.get();
      ACTION.remove();
      if (action != null) {
        action.run();
      }
    }
  }

  private static final class CallingReader extends Reader {
    CallingReader(Object lock) {
      super(lock);
    }

    @Override
    public int read(char[] to, int from, int count) {
      Inside.run();
      return 1;
    }

    @Override
    public void close() {}
  }

  private static final class CallingWriter extends Writer {
    CallingWriter(Object lock) {
      super(lock);
    }

    @Override
    public void write(char[] from, int at, int count) {
      Inside.run();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static final class CallingBeans extends BeanContextSupport {
    private static final long serialVersionUID = 1;

    /** Called while the lock of the child is held. */
    @Override
    protected void childJustAddedHook(Object child, BCSChild record) {
      Inside.run();
    }
  }

  private static final class CallingLoader extends ClassLoader {
    private final Object lock;

    CallingLoader(Object lock) {
      super(null);
      this.lock = lock;
    }

    /** The constructor of ClassLoader does not call it. */
    @Override
    protected Object getClassLoadingLock(String name) {
      return lock;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Inside.run();
      throw new ClassNotFoundException(name);
    }
  }
}
