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
  private static final int TRIES = 100;

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

  /** What a recording tells so far. */
  private record Told(int waits, boolean longOne, boolean incident) {}

  public static void main(String[] args) throws Exception {
    boolean rewritten = Boolean.getBoolean("torture.rewritten");
    Path file = Path.of(args[0]);
    FlightRecorder recorder = FlightRecorder.getFlightRecorder();
    // While the first recording is being started nobody else may prepare events.
    Thread.sleep(200);
    boolean early =
        recorder.getEventTypes().stream().anyMatch(type -> type.getName().startsWith("loomunpin."));
    System.out.println("OUT: prepared before the first recording " + early);
    Told told;
    try (Recording recording = new Recording()) {
      recording.enable(WAIT).withThreshold(Duration.ZERO).withStackTrace();
      recording.enable("loomunpin.Incident");
      recording.start();
      int tries = 0;
      int entered = 0;
      long holder;
      do {
        // The agent's events begin a while after the recording, and threads may never meet.
        holder = waitForOne(new Held());
        entered += contend();
        told = told(recording, file, holder);
      } while (++tries < TRIES && rewritten && !(told.longOne && told.waits > 1));
      System.out.println("OUT: lost " + (tries * THREADS * TIMES - entered));
      contendWithoutStack();
      Class.forName("scenario.Cell", true, new Refusing());
      // Incidents come a while after what they tell of.
      while (++tries < TRIES && rewritten && !told.incident) {
        Thread.sleep(100);
        told = told(recording, file, holder);
      }
    }
    boolean all = told.longOne && told.waits > 1 && told.incident;
    System.out.println("OUT: recorded " + (all || !rewritten ? "all" : told));
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

  /** Returns how many were counted. */
  private static int contend() throws InterruptedException {
    Held held = new Held();
    run(
        true,
        () -> {
          for (int i = 0; i < TIMES; i++) {
            held.enter();
          }
        });
    return held.count;
  }

  private static void contendWithoutStack() throws InterruptedException {
    Held held = new Held();
    run(false, () -> descend(held));
    Thread last = Thread.ofPlatform().start(held::pass);
    last.join(120_000);
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

  private static Told told(Recording recording, Path file, long holder) throws IOException {
    recording.dump(file);
    int waits = 0;
    boolean longOne = false;
    boolean incident = false;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      String type = event.getEventType().getName();
      if (type.equals(WAIT)) {
        waits++;
        longOne |=
            event.getDuration().toMillis() >= 100
                && event.getClass("monitorClass").getName().equals(Held.class.getName())
                && event.getLong("owner") == holder
                && event.getThread().isVirtual()
                && shownFirst(event).equals("enter");
      }
      incident |=
          type.equals("loomunpin.Incident")
              && event.getString("kind").equals("WARNING")
              && event.getString("text").contains("Refusing refused the agent");
    }
    return new Told(waits, longOne, incident);
  }
}
