// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;

/**
 * A channel of the program's own: a virtual thread that reads contends for the lock that closing
 * takes, and is interrupted. The JDK closes the channel under a lock of that thread's.
 */
public final class ClosedWhileContendingApp {
  private static final long TOO_LONG_MILLIS = 20_000;

  private static final class Channel extends AbstractInterruptibleChannel {
    private final Object lock = new Object();
    private int reads;
    private int closed;

    @Override
    protected void implCloseChannel() {
      synchronized (lock) {
        closed++;
      }
    }

    void read() throws Exception {
      boolean done = false;
      begin();
      try {
        synchronized (lock) {
          reads++;
        }
        done = true;
      } finally {
        end(done);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    run("virtual", false);
    run("pinned", true);
    // What hangs is a failure, and shall end.
    Runtime.getRuntime().halt(0);
  }

  private static void run(String kind, boolean pinned) throws Exception {
    Channel channel = new Channel();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread owner =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  synchronized (channel.lock) {
                    held.countDown();
                    await(interrupted);
                    pause(500);
                  }
                });
    held.await();
    Vector<String> pins = new Vector<>();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  if (pinned) {
                    synchronized (pins) {
                      read(kind, channel);
                    }
                  } else {
                    read(kind, channel);
                  }
                });
    pause(300);
    Thread interrupter = Thread.ofPlatform().daemon().start(reader::interrupt);
    pause(100);
    interrupted.countDown();
    reader.join(TOO_LONG_MILLIS);
    interrupter.join(TOO_LONG_MILLIS);
    owner.join(TOO_LONG_MILLIS);
    System.out.println(
        "OUT: "
            + kind
            + ": reader alive "
            + reader.isAlive()
            + ", interrupter alive "
            + interrupter.isAlive()
            + ", owner alive "
            + owner.isAlive()
            + ", reads "
            + channel.reads
            + ", closed "
            + channel.closed);
  }

  private static void read(String kind, Channel channel) {
    try {
      channel.read();
      System.out.println("OUT: " + kind + ": read");
    } catch (ClosedByInterruptException e) {
      System.out.println(
          "OUT: " + kind + ": closed, interrupted " + Thread.currentThread().isInterrupted());
    } catch (Exception e) {
      System.out.println("OUT: " + kind + ": " + e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
