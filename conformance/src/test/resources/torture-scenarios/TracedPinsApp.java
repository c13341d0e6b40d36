// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Vector;

/**
 * A pinned virtual thread contends for the lock of the stream to which the JDK prints, when it is
 * asked to, that the thread is pinned.
 */
public final class TracedPinsApp {
  private static final long TOO_LONG_MILLIS = 120_000;

  private static final class Tee extends OutputStream {
    private final OutputStream to = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) throws IOException {
      to.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
      to.write(bytes, from, length);
    }

    synchronized void rotate() throws InterruptedException {
      Thread.sleep(500);
    }
  }

  public static void main(String[] args) throws Exception {
    PrintStream real = System.out;
    Tee tee = new Tee();
    System.setOut(new PrintStream(tee, true));
    PrintStream log = new PrintStream(tee, true);
    Thread owner =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    tee.rotate();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    Thread.sleep(100);
    Vector<String> pins = new Vector<>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  synchronized (pins) {
                    log.println("hello");
                  }
                });
    owner.join(TOO_LONG_MILLIS);
    thread.join(TOO_LONG_MILLIS);
    real.println("OUT: hangs " + (owner.isAlive() || thread.isAlive()));
    Runtime.getRuntime().halt(0);
  }
}
