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
}
