// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Ends while the agent logs, so that the JDK closes the handler before it has the line. The
 * configuration of java.util.logging names this handler, so no line passes it by.
 */
public final class ClosedLogApp extends Handler {
  private static final CountDownLatch ASKED = new CountDownLatch(1);
  private static final CountDownLatch CLOSED = new CountDownLatch(1);

  @Override
  public void publish(LogRecord line) {
    if (!line.getLoggerName().equals("loom-unpin")) {
      return;
    }
    ASKED.countDown();
    try {
      CLOSED.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    CLOSED.countDown();
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.util.logging.config.file", args[0]);
    Logger.getLogger("app").info("hello");
    if (Boolean.getBoolean("torture.rewritten")) {
      ASKED.await();
    }
    System.out.println("OUT: ends");
  }
}
