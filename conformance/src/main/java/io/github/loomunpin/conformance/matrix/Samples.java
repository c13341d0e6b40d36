// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Properties;
import java.util.Random;
import java.util.Timer;
import java.util.zip.GZIPOutputStream;

/** Objects of classes that cannot be made after one pattern. */
public class Samples {
  /** Its thread must not be started for each object. */
  public static final Timer TIMER = new Timer(true);

  /** An application interface. */
  public interface Face {
    void sync(CriticalSection body);

    static void block(CriticalSection body) {
      synchronized (Face.class) {
        body.run(Face.class);
      }
    }
  }

  /** An enum without bodies, which is final. */
  public enum Plainly implements Face {
    ONE,
    TWO;

    @Override
    public synchronized void sync(CriticalSection body) {
      body.run(this);
    }
  }

  /** An enum whose constants are of subclasses. */
  public enum Bodied implements Face {
    ONE {
      @Override
      public synchronized void sync(CriticalSection body) {
        body.run(this);
      }
    }
  }

  /** A record. */
  public record Rec(int value) implements Face {
    @Override
    public synchronized void sync(CriticalSection body) {
      body.run(this);
    }
  }

  /** An inner class, with one further in. */
  public class Inner implements Face {
    @Override
    public synchronized void sync(CriticalSection body) {
      body.run(this);
    }

    /** Locks the object around it. */
    public class Deeper {
      public void run(CriticalSection body) {
        synchronized (Inner.this) {
          body.run(Inner.this);
        }
      }
    }
  }

  /** Locks its class. */
  public static class Statics {
    public static final MethodHandle HANDLE;

    static {
      try {
        MethodType type = MethodType.methodType(void.class, CriticalSection.class);
        HANDLE = MethodHandles.lookup().findStatic(Statics.class, "sync", type);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    public static synchronized void sync(CriticalSection body) {
      body.run(Statics.class);
    }
  }

  /** Locks another class, and the same. */
  public static class SubStatics extends Statics {
    public static synchronized void sync(CriticalSection body) {
      body.run(SubStatics.class);
    }

    public static void superclass(CriticalSection body) {
      Statics.sync(body);
    }
  }

  /** Calls back while its stack trace is printed, which locks what it is printed to. */
  public static class ShownTrace extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String toString() {
      Callback.run(this);
      return "";
    }
  }

  /** Makes plain objects, and is excluded in some runs. */
  public static class PlainMaker {
    public static final Object SHOWN = new Object();

    private PlainMaker() {
      super();
    }

    /** A new one, or the one that is shown, by a path that joins another. */
    public static Object made(boolean isNew) {
      return isNew ? new Object() : SHOWN;
    }

    public static void shown(CriticalSection body) {
      synchronized (SHOWN) {
        body.run(SHOWN);
      }
    }

    public static void given(Object o, CriticalSection body) {
      synchronized (o) {
        body.run(o);
      }
    }
  }

  /** A class that can be cloned. */
  public static class Copied implements Cloneable {
    public Copied copy() throws CloneNotSupportedException {
      return (Copied) super.clone();
    }

    public synchronized void sync(CriticalSection body) {
      body.run(this);
    }
  }

  /** A class that writes itself. */
  public static class External implements Externalizable {
    private static final long serialVersionUID = 1;

    public External() {}

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}

    public synchronized void sync(CriticalSection body) {
      body.run(this);
    }
  }

  /** A private field that is not a private lock, since it may be given. */
  public static final class GivenOrNew {
    private final Object lock;

    public GivenOrNew(Object given) {
      lock = given != null ? given : new Object();
    }

    public void run(CriticalSection body) {
      synchronized (lock) {
        body.run(lock);
      }
    }
  }

  /** A private field that is not a private lock, since it is given away. */
  public static final class LockWithGetter {
    private final Object lock = new Object();

    public Object lock() {
      synchronized (lock) {
        return lock;
      }
    }
  }

  /** Calls back when it is read from. */
  public static final class CallingInput extends InputStream {
    @Override
    public int read() {
      Callback.run(this);
      return -1;
    }

    @Override
    public void close() {
      Callback.run(this);
    }
  }

  /** Calls back when it is read. */
  public static final class CallingChannel implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer to) {
      Callback.run(this);
      return -1;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /** Calls back when it is written to. */
  public static final class CallingOutput extends OutputStream {
    @Override
    public void write(int b) {
      Callback.run(this);
    }

    @Override
    public void write(byte[] from, int at, int count) {
      Callback.run(this);
    }

    @Override
    public void flush() {
      Callback.run(this);
    }
  }

  public static Runnable lambda() {
    return () -> {};
  }

  public static Runnable lambda(String text) {
    return (Runnable & Serializable) () -> Matrix.check(!text.isEmpty());
  }

  public static Runnable reference() {
    return new Samples()::run;
  }

  private void run() {}

  public static Face local() {
    class Local implements Face {
      @Override
      public synchronized void sync(CriticalSection body) {
        body.run(this);
      }
    }

    return new Local();
  }

  public static Object proxy() {
    Class<?>[] interfaces = {Face.class};
    return Proxy.newProxyInstance(Samples.class.getClassLoader(), interfaces, (p, m, a) -> null);
  }

  public static Properties properties() {
    Properties properties = new Properties();
    properties.put("a", "b");
    return properties;
  }

  /** So much that a stream which compresses it writes some of it at once. */
  public static final byte[] NOISE = noise();

  private static byte[] noise() {
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);
    return noise;
  }

  public static GZIPOutputStream gzip() {
    try {
      return new GZIPOutputStream(new CallingOutput(), 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ByteArrayOutputStream bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(1);
    return bytes;
  }
}
