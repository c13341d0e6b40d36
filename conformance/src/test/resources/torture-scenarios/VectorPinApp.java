// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Sleeps in a monitor that stays native. Argument: a file to write. */
public final class VectorPinApp {
  private static final String PINNED = "jdk.VirtualThreadPinned";

  /** On a busy machine a recording once had no event of the first sleep. */
  private static final int SLEEPS = 5;

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    try (Recording recording = new Recording()) {
      recording.enable(PINNED).withoutThreshold();
      recording.enable("jdk.ActiveSetting");
      recording.start();
      Vector<String> vector = new Vector<>();
      for (int i = 0; i < SLEEPS; i++) {
        Thread.ofVirtual()
            .start(
                () -> {
                  synchronized (vector) {
                    sleep();
                  }
                })
            .join();
      }
      recording.stop();
      recording.dump(file);
    }
    List<String> others = new ArrayList<>();
    int pins = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals(PINNED)) {
        pins++;
      } else {
        others.add(event.toString());
      }
    }
    System.out.println("OUT: pinned by the vector " + (pins > 0));
    if (pins != SLEEPS) {
      System.err.println(pins + " pins of " + SLEEPS + " sleeps; besides " + others);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
