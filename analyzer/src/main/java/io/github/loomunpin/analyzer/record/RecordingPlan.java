// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.rules.sight.PinKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is recorded: the events that the report reads, and nothing else.
 *
 * @param name of the recording; other recordings of the JVM should not have it, since that name
 *     stops it
 * @param threshold of the events, as JFR writes it, such as {@code 1ms}
 * @param stackDepth frames of a stack that are kept; the holder is often the outermost
 */
public record RecordingPlan(String name, String threshold, int stackDepth) {

  /** A JVM before JDK 24 takes 1024 bytes for a command. */
  private static final int MOST_LETTERS = 1_000;

  /** As in the JDK's own settings; shorter ones are many, and nobody waits long for them. */
  private static final String THRESHOLD_OF_DEEDS = "20ms";

  /** What tells the JVM, its carriers and class path, and what the recording cannot tell. */
  private static final List<String> CIRCUMSTANCES =
      List.of(
          "jdk.JVMInformation",
          "jdk.InitialSystemProperty",
          "jdk.CPUInformation",
          "jdk.ContainerConfiguration",
          "jdk.ActiveSetting",
          "jdk.DataLoss",
          "jdk.VirtualThreadSubmitFailed");

  /** Event settings without a file, which the JVM might not be able to read. */
  private List<String> settings(List<String> deeds) {
    List<String> settings = new ArrayList<>();
    settings.add("settings=none");
    for (PinKind kind : PinKind.values()) {
      add(settings, kind.event(), threshold);
    }
    deeds.forEach(event -> add(settings, event, THRESHOLD_OF_DEEDS));
    for (String event : CIRCUMSTANCES) {
      settings.add("+" + event + "#enabled=true");
    }
    return settings;
  }

  private static void add(List<String> settings, String event, String threshold) {
    settings.add("+" + event + "#enabled=true");
    settings.add("+" + event + "#stackTrace=true");
    settings.add("+" + event + "#threshold=" + threshold);
  }

  /** Arguments of jcmd; it has an effect only before the first recording of a JVM. */
  List<String> configure() {
    return List.of("JFR.configure", "stackdepth=" + stackDepth);
  }

  /**
   * Arguments of jcmd.
   *
   * @param file which the JVM writes when the recording is stopped, or at its exit
   */
  List<String> start(Path file) {
    List<String> all = OtherThread.EVENTS;
    List<String> arguments = start(file, all);
    for (int deeds = all.size() - 1; deeds >= 0 && length(arguments) > MOST_LETTERS; deeds--) {
      arguments = start(file, all.subList(0, deeds));
    }
    return arguments;
  }

  private List<String> start(Path file, List<String> deeds) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("JFR.start", "name=" + name));
    arguments.addAll(List.of("filename=" + file, "dumponexit=true"));
    arguments.addAll(settings(deeds));
    return arguments;
  }

  private static int length(List<String> arguments) {
    return String.join(" ", arguments).length();
  }

  /**
   * Arguments of jcmd, to be run once behind those that start.
   *
   * <p>The JVM writes what tells it and its class path where a part of the recording ends. Without
   * this, one that is killed has written nothing of it.
   *
   * @param file for what is recorded by then
   */
  List<String> endFirstPart(Path file) {
    return List.of("JFR.dump", "name=" + name, "filename=" + file);
  }

  /** Arguments of jcmd. */
  List<String> stop() {
    return List.of("JFR.stop", "name=" + name);
  }

  /**
   * Options of a JVM that is started.
   *
   * @param repository where it keeps what it has recorded until it ends
   */
  List<String> options(Path file, Path repository) {
    return List.of(
        StackDepth.OPTION + stackDepth + ",repository=" + repository,
        // What a JVM says of its recording does not belong into the output of a program.
        "-Xlog:jfr+startup=error",
        "-XX:StartFlightRecording:name="
            + name
            + ",filename="
            + file
            + ",dumponexit=true,"
            + String.join(",", settings(OtherThread.EVENTS))
            // So that it is there, too, if the JVM is killed; jcmd takes no line of that length.
            + ",+jdk.JVMInformation#period=beginChunk"
            + ",+jdk.InitialSystemProperty#period=beginChunk"
            + ",+jdk.CPUInformation#period=beginChunk"
            + ",+jdk.ContainerConfiguration#period=beginChunk");
  }

  /** What to run where only jcmd is there, one command a line. */
  public List<String> commands(String pid) {
    String folder = "/tmp/";
    String recording = folder + "recording.jfr";
    List<String> lines = new ArrayList<>();
    lines.add(
        "# Record. The first command has an effect only before the first recording of the JVM.");
    lines.add(jcmd(pid, configure()));
    lines.add(jcmd(pid, start(Path.of(recording))));
    lines.add("# Later: end the recording; the JVM writes the file.");
    lines.add(jcmd(pid, stop()));
    lines.add("# If it stands still, twice, some seconds apart.");
    lines.add(jcmd(pid, List.of("Thread.dump_to_file", folder + "dump-1.txt")));
    lines.add(jcmd(pid, List.of("Thread.dump_to_file", folder + "dump-2.txt")));
    lines.add("# Where the files are copied to:");
    lines.add("analyzer report recording.jfr dump-1.txt dump-2.txt");
    return lines;
  }

  private static String jcmd(String pid, List<String> arguments) {
    return "jcmd "
        + pid
        + " "
        + arguments.stream()
            .map(argument -> argument.contains("#") ? "'" + argument + "'" : argument)
            .collect(Collectors.joining(" "));
  }
}
