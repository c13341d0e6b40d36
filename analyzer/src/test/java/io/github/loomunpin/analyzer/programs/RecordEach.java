// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Runs every program, each in a virtual thread and a recording of its own. */
public final class RecordEach {

  /** Where the programs are. */
  public static final List<Class<?>> CLASSES = List.of(HeldPrograms.class, ClassPrograms.class);

  private RecordEach() {}

  /** The programs by name. */
  public static List<Method> programs() {
    List<Method> programs = new ArrayList<>();
    for (Class<?> type : CLASSES) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Expected.class))
          .sorted(Comparator.comparing(Method::getName))
          .forEach(programs::add);
    }
    return programs;
  }

  /**
   * @param args the folder for the recordings, and the names of the programs to run; all if none
   */
  public static void main(String[] args) throws Exception {
    List<String> wanted = Arrays.asList(args).subList(1, args.length);
    for (Method program : programs()) {
      if (wanted.isEmpty() || wanted.contains(program.getName())) {
        record(program, Path.of(args[0], program.getName() + ".jfr"));
      }
    }
  }

  private static void record(Method program, Path file) throws Exception {
    program.setAccessible(true);
    try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
      if (program.getAnnotation(Expected.class).allEvents()) {
        recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO);
      }
      recording.start();
      do {
        run(program);
        recording.dump(file);
      } while (program.getAnnotation(Expected.class).allEvents()
          && Runtime.version().feature() < 24
          && !hasWaited(file));
      recording.stop();
    }
  }

  private static void run(Method program) throws InterruptedException {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                program.invoke(null);
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            })
        .join();
  }

  /** Whether a virtual thread of the program has waited to enter a monitor. */
  private static boolean hasWaited(Path file) throws IOException {
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.JavaMonitorEnter")
          && event.getThread().isVirtual()
          && event
              .getStackTrace()
              .getFrames()
              .getFirst()
              .getMethod()
              .getType()
              .getName()
              .startsWith(RecordEach.class.getPackageName())) {
        return true;
      }
    }
    return false;
  }
}
