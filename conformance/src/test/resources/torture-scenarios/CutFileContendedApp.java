// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads from a mapped file that was cut, in methods that are compiled and did not know until then
 * that anybody else wants their monitor, that it is entered twice, or that its object is another.
 */
public final class CutFileContendedApp {
  /** How to read; the last two with one object for both monitors. */
  private static final int[] WAYS = {0, 1, 2, 3, 1, 2};

  private static final int COPIES = 10;
  private static final int SIZE = 1 << 16;
  private static final int LEFT = 1 << 12;
  private static final int ROUNDS = 40;
  private static final int CALLS = 1_000;

  /** Public for the copies, whose loaders make them strangers. */
  public static volatile boolean inside;

  public static volatile boolean stays;

  /** Each loader has a copy of this class, so that each copy is compiled for itself. */
  public abstract static class Reads {
    public int sum;

    /** By one of several ways; as the last thing before the monitor is left or entered. */
    public abstract void read(int how, MappedByteBuffer file, int at, Object other);

    /** Where others get time to come. */
    public static void stay() {
      inside = true;
      while (stays) {
        Thread.onSpinWait();
      }
    }
  }

  public static final class Reader extends Reads {
    @Override
    public void read(int how, MappedByteBuffer file, int at, Object other) {
      switch (how) {
        case 0 -> leave(file, at);
        case 1 -> leaveTwice(file, at, other);
        case 2 -> enter(file, at, other);
        default -> method(file, at);
      }
    }

    private void leave(MappedByteBuffer file, int at) {
      synchronized (this) {
        if (at >= LEFT) {
          stay();
        }
        sum = file.get(at);
      }
    }

    private void leaveTwice(MappedByteBuffer file, int at, Object other) {
      synchronized (this) {
        synchronized (other) {
          if (at >= LEFT) {
            stay();
          }
          sum = file.get(at);
        }
      }
    }

    private void enter(MappedByteBuffer file, int at, Object other) {
      synchronized (this) {
        if (at >= LEFT) {
          stay();
        }
        int read = file.get(at);
        synchronized (other) {
          sum = read;
        }
      }
    }

    private synchronized void method(MappedByteBuffer file, int at) {
      if (at >= LEFT) {
        stay();
      }
      sum = file.get(at);
    }
  }

  private static Reads reader() throws Exception {
    URL[] here = {CutFileContendedApp.class.getProtectionDomain().getCodeSource().getLocation()};
    ClassLoader loader =
        new URLClassLoader(here, CutFileContendedApp.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Reader.class.getName())
                ? findClass(name)
                : super.loadClass(name, resolve);
          }
        };
    return (Reads) loader.loadClass(Reader.class.getName()).getConstructor().newInstance();
  }

  private static String tryOut(int how, MappedByteBuffer file, Reads reader, boolean nested)
      throws InterruptedException {
    inside = false;
    stays = true;
    String[] result = {"no error"};
    Object object = nested ? reader : new Object();
    Thread owner =
        new Thread(
            () -> {
              try {
                reader.read(how, file, SIZE - 1, object);
              } catch (InternalError e) {
                result[0] = Thread.holdsLock(reader) || Thread.holdsLock(object) ? "held" : "left";
              }
            });
    owner.start();
    while (!inside) {
      Thread.onSpinWait();
    }
    Thread other = new Thread(() -> reader.read(0, file, 0, reader));
    other.setDaemon(true);
    other.start();
    while (other.getState() == Thread.State.RUNNABLE) {
      Thread.sleep(1);
    }
    stays = false;
    owner.join();
    other.join(120_000);
    return result[0] + (other.isAlive() ? ", the other is shut out" : "");
  }

  public static void main(String[] args) throws Exception {
    Path path = Files.createTempFile("cut", "file");
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(SIZE));
      MappedByteBuffer file = channel.map(MapMode.READ_WRITE, 0, SIZE);
      Reads[] readers = new Reads[WAYS.length * COPIES];
      for (int i = 0; i < readers.length; i++) {
        readers[i] = reader();
      }
      Object other = new Object();
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < readers.length; i++) {
          for (int n = 0; n < CALLS; n++) {
            readers[i].read(WAYS[i % WAYS.length], file, n, other);
          }
          readers[i].read(WAYS[i % WAYS.length], file, SIZE - 1, other);
        }
      }
      channel.truncate(LEFT);
      for (int i = 0; i < WAYS.length; i++) {
        String result = "left";
        for (int n = i; n < readers.length && result.equals("left"); n += WAYS.length) {
          result = tryOut(WAYS[i], file, readers[n], i >= 4);
        }
        System.out.println("OUT: " + WAYS[i] + (i >= 4 ? " nested " : " ") + result);
      }
    } finally {
      Files.delete(path);
    }
    System.exit(0);
  }
}
