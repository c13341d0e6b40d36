// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import reactor.blockhound.BlockHound;

/** Detects blocking calls in one thread while others use monitors. */
public final class BlockHoundApp {
  private static volatile Throwable thrown;

  public static void main(String[] args) throws Exception {
    System.out.println("OUT: " + new Cell().exercise());
    BlockHound.builder()
        .nonBlockingThreadPredicate(
            current -> current.or(thread -> thread.getName().equals("must not block")))
        .blockingMethodCallback(method -> thrown = new IllegalStateException(method.toString()))
        .install();
    System.out.println("OUT: installed, " + new Cell().exercise());
    Cell cell = new Cell();
    Thread thread =
        new Thread(
            () -> {
              cell.tell();
              cell.count();
              System.out.println("OUT: monitors do not count as blocking " + (thrown == null));
              try {
                Thread.sleep(1);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              System.out.println("OUT: sleep does " + (thrown != null));
            },
            "must not block");
    thread.start();
    thread.join();
    System.out.println("OUT: after all " + cell.exercise());
  }
}
