// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Ends while the agent logs, so that the JDK closes the handler before it has the line. */
public final class ClosedLogApp extends Handler {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @Override
  public void publish(LogRecord line) {
    if (!line.getLoggerName().equals("loom-unpin")) {
      return;
    }
    asked.countDown();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    closed.countDown();
  }

  public static void main(String[] args) throws Exception {
    ClosedLogApp handler = new ClosedLogApp();
    Logger.getLogger("").addHandler(handler);
    if (Boolean.getBoolean("torture.rewritten")) {
      handler.asked.await();
    }
    System.out.println("OUT: ends");
  }
}
