// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

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
      recording.stop();
      recording.dump(file);
    }
  }
}
