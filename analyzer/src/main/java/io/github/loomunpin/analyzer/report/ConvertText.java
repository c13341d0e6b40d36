// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.convert.ConvertedJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code analyzer convert} prints. */
public final class ConvertText {

  private static final int LEFT_SHOWN = 3;
  private static final int NOT_GIVEN_SHOWN = 3;
  private static final int BRINGING_SHOWN = 10;

  private ConvertText() {}

  /**
   * The lines of standard output.
   *
   * @param agent the agent's jar beside the converted ones
   * @param all whether to name every class that is left to the agent
   */
  public static List<String> lines(List<ConvertedJar> jars, Path agent, boolean all) {
    List<String> lines = new ArrayList<>();
    for (ConvertedJar jar : jars) {
      if (jar.written().isPresent()) {
        lines.add(TerminalText.printable(jar.written().get() + ": " + summary(jar)));
        addLeft(jar.left(), all, lines);
      }
    }
    if (!lines.isEmpty()) {
      lines.add("");
      lines.add(
          "For JDK "
              + Runtime.version()
              + " and this build of the agent; without it the jars run as"
              + " they were. Add");
      lines.add("  -javaagent:" + TerminalText.printable(agent.toString()));
      lines.add(
          "to the command that starts the program, with these jars in the place of the others.");
    }
    return lines;
  }

  private static String summary(ConvertedJar jar) {
    if (jar.converted() == 0) {
      return "nothing to convert in " + Counted.of(jar.classes(), "class", "classes");
    }
    return Counted.of(jar.sites(), "site", "sites")
        + " converted in "
        + jar.converted()
        + " of "
        + Counted.of(jar.classes(), "class", "classes");
  }

  private static void addLeft(Map<String, String> left, boolean all, List<String> lines) {
    int shown = 0;
    for (Map.Entry<String, String> each : left.entrySet()) {
      if (!all && shown++ == LEFT_SHOWN) {
        lines.add("  and " + (left.size() - LEFT_SHOWN) + " more (--verbose names them)");
        return;
      }
      lines.add(
          TerminalText.printable("  left to the agent: " + each.getKey() + ": " + each.getValue()));
    }
  }

  /**
   * The lines of standard error on what jars bring with them that was not given.
   *
   * @param missing by the jar that brings it
   * @param all whether to name all of them
   */
  public static List<String> notGiven(Map<String, List<String>> missing, boolean all) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, List<String>> each : missing.entrySet()) {
      if (!all && lines.size() == BRINGING_SHOWN) {
        lines.add(
            Counted.of(missing.size() - BRINGING_SHOWN, "more jar brings", "more jars bring")
                + " others (--verbose names them)");
        break;
      }
      lines.add(
          TerminalText.printable(
              "not given, but on the class path by the manifest of "
                  + each.getKey()
                  + ": "
                  + names(each.getValue(), all)
                  + "; what depends on it will be rewritten as it is loaded, so give it as well, or"
                  + " with -cp to leave it as it is"));
    }
    return lines;
  }

  private static String names(List<String> files, boolean all) {
    if (all || files.size() <= NOT_GIVEN_SHOWN + 1) {
      return String.join(", ", files);
    }
    return String.join(", ", files.subList(0, NOT_GIVEN_SHOWN))
        + " and "
        + (files.size() - NOT_GIVEN_SHOWN)
        + " more (--verbose names them)";
  }
}
