// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads from a mapped file that was cut, inside monitors for which others wait. */
public final class CutFileApp {
  private static final int OBJECTS = 100;
  private static final int SIZE = 1 << 16;
  private static final int LEFT = 1 << 12;
  private static final int WARM_UP = 20_000;

  private final MappedByteBuffer file;
  private int sum;

  private CutFileApp(MappedByteBuffer file) {
    this.file = file;
  }

  private synchronized void method(int at) {
    sum += file.get(at);
  }

  private void block(int at) {
    synchronized (this) {
      sum += file.get(at);
    }
  }

  private void nested(int at) {
    synchronized (this) {
      sum += file.get(at);
      synchronized (file) {
        sum++;
      }
    }
  }

  private synchronized void notifying(int at) {
    sum += file.get(at);
    notifyAll();
  }

  private void read(int how, int at) {
    switch (how) {
      case 0 -> method(at);
      case 1 -> block(at);
      case 2 -> nested(at);
      default -> notifying(at);
    }
  }

  private synchronized void waitForEver() {
    try {
      while (true) {
        wait();
      }
    } catch (InterruptedException e) {
      // The end.
    }
  }

  public static void main(String[] args) throws Exception {
    Path path = Files.createTempFile("cut", "file");
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(SIZE));
      MappedByteBuffer file = channel.map(MapMode.READ_WRITE, 0, SIZE);
      CutFileApp[] objects = new CutFileApp[OBJECTS];
      for (int i = 0; i < OBJECTS; i++) {
        CutFileApp object = new CutFileApp(file);
        objects[i] = object;
        Thread waiter = new Thread(object::waitForEver);
        waiter.setDaemon(true);
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
          Thread.sleep(1);
        }
      }
      for (int i = 0; i < WARM_UP; i++) {
        objects[i % OBJECTS].read(i & 3, i % SIZE);
      }
      channel.truncate(LEFT);
      int errors = 0;
      int held = 0;
      for (int i = 0; i < 4 * OBJECTS; i++) {
        CutFileApp object = objects[i / 4];
        try {
          object.read(i & 3, SIZE - 1);
        } catch (InternalError e) {
          errors++;
        }
        held += Thread.holdsLock(object) ? 1 : 0;
      }
      System.out.println("OUT: errors " + (errors > 0) + ", held " + held);
      Thread other =
          new Thread(
              () -> {
                for (CutFileApp object : objects) {
                  object.read(3, 0);
                }
              });
      other.setDaemon(true);
      other.start();
      other.join(120_000);
      System.out.println("OUT: others can lock them " + !other.isAlive());
    } finally {
      Files.delete(path);
    }
    System.exit(0);
  }
}
