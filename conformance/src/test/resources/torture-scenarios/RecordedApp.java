// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Threads that wait for locks while every wait is recorded, and what an agent has recorded of them.
 * Argument: the file to write.
 */
public final class RecordedApp {
  private static final String WAIT = "loomunpin.MonitorEnter";
  private static final int THREADS = 8;
  private static final int TIMES = 2_000;

  static final class Held {
    private int count;
    private int inside;
    private boolean shared;

    synchronized void hold(CountDownLatch held) throws InterruptedException {
      held.countDown();
      Thread.sleep(300);
    }

    synchronized void enter() {
      int before = count;
      if ((before & 63) == 0) {
        Thread.yield();
      }
      count = before + 1;
    }

    /** Whatever is cut short, none of this is, and nobody else is in here. */
    synchronized void pass() {
      shared |= ++inside != 1;
      inside--;
    }
  }

  public static void main(String[] args) throws Exception {
    boolean rewritten = Boolean.getBoolean("torture.rewritten");
    long holder;
    try (Recording recording = new Recording()) {
      recording.enable(WAIT).withThreshold(Duration.ZERO).withStackTrace();
      recording.enable("loomunpin.Incident");
      recording.start();
      for (int i = 0; rewritten && !isThere(); i++) {
        if (i == 500) {
          throw new IllegalStateException("no events of the agent");
        }
        Thread.sleep(20);
      }
      holder = waitForOne(new Held());
      contend();
      contendWithoutStack();
      Class.forName("scenario.Cell", true, new Refusing());
      Thread.sleep(500);
      recording.stop();
      recording.dump(Path.of(args[0]));
    }
    System.out.println("OUT: recorded " + (!rewritten || isRecorded(args[0], holder)));
  }

  private static boolean isThere() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .anyMatch(type -> type.getName().equals(WAIT));
  }

  /** Returns the id of the thread that is waited for. */
  private static long waitForOne(Held held) throws InterruptedException {
    CountDownLatch isHeld = new CountDownLatch(1);
    Thread holder =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    held.hold(isHeld);
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    isHeld.await();
    Thread waiter = Thread.ofVirtual().start(held::enter);
    waiter.join();
    holder.join();
    return holder.threadId();
  }

  private static void contend() throws InterruptedException {
    Held held = new Held();
    run(
        true,
        () -> {
          for (int i = 0; i < TIMES; i++) {
            held.enter();
          }
        });
    System.out.println("OUT: entered " + held.count + " of " + THREADS * TIMES);
  }

  private static void contendWithoutStack() throws InterruptedException {
    Held held = new Held();
    run(false, () -> descend(held));
    Thread last = Thread.ofPlatform().start(held::pass);
    last.join(10_000);
    System.out.println("OUT: left " + !last.isAlive() + ", shared " + held.shared);
  }

  private static void descend(Held held) {
    try {
      descend(held);
      held.pass();
    } catch (StackOverflowError e) {
      // The caller has more.
    }
  }

  private static void run(boolean virtual, Runnable action) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(kind.start(action));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The JDK's tools do not show hidden methods. */
  private static String shownFirst(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream()
        .map(RecordedFrame::getMethod)
        .filter(method -> !method.isHidden())
        .findFirst()
        .orElseThrow()
        .getName();
  }

  private static boolean isRecorded(String file, long holder) throws IOException {
    boolean waited = false;
    boolean incident = false;
    int waits = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(Path.of(file))) {
      String type = event.getEventType().getName();
      if (type.equals(WAIT)) {
        waits++;
        waited |=
            event.getDuration().toMillis() >= 100
                && event.getClass("monitorClass").getName().equals(Held.class.getName())
                && event.getLong("owner") == holder
                && event.getThread().isVirtual()
                && shownFirst(event).equals("enter");
      }
      incident |=
          type.equals("loomunpin.Incident")
              && event.getString("kind").equals("WARNING")
              && event.getString("text").contains("Refusing did not let its classes");
    }
    System.out.println("waits " + waits + ", waited " + waited + ", incident " + incident);
    return waits > 1 && waited && incident;
  }
}
