// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import org.mockito.Mockito;

/** Answers of Mockito's inline mock maker run inside the locks of the methods they stand for. */
public final class MockedLocksApp {

  public static class Channel {
    public synchronized String read() {
      return "real";
    }

    public synchronized void push() {
      notifyAll();
    }

    public static synchronized String shared() {
      return "real shared";
    }
  }

  private static int answers;
  private static int unlocked;

  public static void main(String[] args) throws Exception {
    Channel mock = Mockito.mock(Channel.class);
    Mockito.doAnswer(
            call -> {
              call.getMock().wait(1);
              return "stub";
            })
        .when(mock)
        .read();
    Mockito.doAnswer(
            call -> {
              call.getMock().notifyAll();
              return null;
            })
        .when(mock)
        .push();
    System.out.println("OUT: " + mock.read());
    mock.push();
    Channel spy = Mockito.spy(new Channel());
    Mockito.doAnswer(
            call -> Thread.holdsLock(call.getMock()) + " " + call.callRealMethod())
        .when(spy)
        .read();
    System.out.println("OUT: " + spy.read());
    spy.push();
    try (var shared = Mockito.mockStatic(Channel.class)) {
      shared.when(Channel::shared).thenAnswer(call -> "" + Thread.holdsLock(Channel.class));
      System.out.println("OUT: " + Channel.shared());
    }
    System.out.println("OUT: " + Channel.shared());
    System.out.println("OUT: " + contend(Mockito.mock(Channel.class)));
  }

  /** A fake that relies on the method being synchronized, as its class says. */
  private static String contend(Channel mock) throws InterruptedException {
    Mockito.doAnswer(
            call -> {
              if (!Thread.holdsLock(call.getMock())) {
                unlocked++;
              }
              int seen = answers;
              Thread.yield();
              answers = seen + 1;
              return null;
            })
        .when(mock)
        .push();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int j = 0; j < 250; j++) {
                      mock.push();
                    }
                  });
    }
    for (Thread each : threads) {
      each.join();
    }
    return answers + " unlocked " + unlocked;
  }
}
