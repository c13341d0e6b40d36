// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Path;
import java.util.Vector;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Sleeps in a monitor that stays native, and in one that does not. Argument: a file to write. */
public final class VectorPinApp {
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
      recording.start();
      Vector<String> vector = new Vector<>();
      Thread.ofVirtual()
          .start(
              () -> {
                synchronized (vector) {
                  sleep();
                }
              })
          .join();
      recording.stop();
      recording.dump(file);
    }
    boolean pinned =
        RecordingFile.readAllEvents(file).stream()
            .anyMatch(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"));
    System.out.println("OUT: pinned by the vector " + pinned);
  }

  private static void sleep() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
