// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Ends while one of its threads is blocked in writing to standard error, which nobody reads. */
public class UnreadErrorsApp {

  private static volatile long written;

  public static void main(String[] how) throws Exception {
    Thread writer = new Thread(UnreadErrorsApp::write);
    writer.setDaemon(true);
    writer.start();
    awaitBlocked();
    System.out.println("OUT: ends by " + how[0]);
    if (how[0].equals("exit")) {
      System.exit(0);
    }
  }

  private static void write() {
    String line = "x".repeat(1000);
    while (true) {
      System.err.println(line);
      written++;
    }
  }

  private static void awaitBlocked() throws InterruptedException {
    long before = -1;
    while (before <= 0 || before != written) {
      before = written;
      Thread.sleep(500);
    }
  }
}
