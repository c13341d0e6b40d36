// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.Wrapping;
import java.util.ArrayList;
import java.util.List;

/** A path from a monitor to what blocks, for people. */
public final class PathText {

  private static final String TO = " > ";
  private static final String LEFT_OUT = "...";

  private PathText() {}

  /**
   * The path in one line: the line of the site's method that begins it, then the methods. Those in
   * the middle give way where the columns do not suffice.
   */
  public static String line(BlockingPath path, int columns) {
    List<String> names = names(path);
    int last = names.size() - 1;
    String line = String.join(TO, names);
    for (int kept = last - 2; line.length() > columns && kept >= 0; kept--) {
      List<String> shown = new ArrayList<>(names.subList(0, 1 + kept / 2));
      shown.add(LEFT_OUT);
      shown.addAll(names.subList(last - (kept - kept / 2), last + 1));
      line = String.join(TO, shown);
    }
    return Wrapping.keepingEnd(line, columns);
  }

  /**
   * The steps by their simple names as the source has them, with the lines of the calls where they
   * are known. Overloads that call each other are one step, and what a compiler put between is
   * none. Nothing in them is obeyed by a terminal.
   */
  public static List<String> names(BlockingPath path) {
    List<String> names = new ArrayList<>();
    Step first = path.steps().getFirst();
    names.add(first.line() < 0 ? Printable.of(first.method()) : "line " + first.line());
    Step last = path.steps().getLast();
    Step before = first;
    for (Step step : path.steps().subList(1, path.steps().size())) {
      if (step != last && StepName.isAccessor(step)) {
        continue;
      }
      String name = StepName.shortest(step);
      boolean isRepeated = before != first && name.equals(StepName.shortest(before));
      if (!isRepeated) {
        names.add(Printable.of(name));
      } else if (!step.owner().equals(before.owner())) {
        names.add(Printable.of(StepName.qualified(step)));
      }
      before = step;
    }
    return names;
  }

  /** A step as in a stack trace. */
  public static String step(Step step) {
    String place =
        step.sourceFile().isEmpty()
            ? ""
            : " (" + step.sourceFile() + (step.line() < 0 ? "" : ":" + step.line()) + ")";
    return StepName.qualified(step) + place;
  }

  /** The class without its package. */
  public static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }
}
