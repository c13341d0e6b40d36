// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Records events that lock themselves. Argument: the file to write. */
public final class JfrApp {
  @Name("scenario.Counted")
  static class Counted extends Event {
    private int value;

    synchronized void add(int more) {
      value += more;
    }
  }

  public static void main(String[] args) throws Exception {
    commit(10);
    Path file = Path.of(args[0]);
    try (Recording recording = new Recording()) {
      recording.enable("scenario.Counted").withoutThreshold();
      recording.start();
      System.out.println("OUT: " + new Cell().exercise());
      commit(100);
      recording.stop();
      recording.dump(file);
    }
    long sum = 0;
    long events = 0;
    for (var event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("scenario.Counted")) {
        sum += event.getInt("value");
        events++;
      }
    }
    System.out.println("OUT: events " + events + ", sum " + sum);
  }

  private static void commit(int events) throws InterruptedException {
    for (int i = 0; i < events; i++) {
      Counted event = new Counted();
      event.begin();
      Thread adder = Thread.ofVirtual().start(() -> event.add(1));
      event.add(1);
      adder.join();
      event.commit();
    }
  }
}
