// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of docs/ that one can follow: files, commands and what they print. A block after a line
 * that ends with the name of a file in backquotes and a colon is that file, or is added to a class
 * if there is one already; so is a block that begins with a comment that is the name of a file.
 */
record Page(List<Step> steps) {

  private static final Pattern NAMED = Pattern.compile("`([^`]+)`:$");

  private static final Pattern NAMES_ITSELF =
      Pattern.compile("(?:<!-- |# |// )([\\w/.-]+\\.(?:xml|properties|java))(?: -->)?");

  sealed interface Step {}

  record Written(String file, String text) implements Step {}

  /**
   * @param output as the page shows it, without the lines that it leaves out
   */
  record Command(String line, List<String> output) implements Step {

    boolean fails() {
      return output.contains("[INFO] BUILD FAILURE");
    }
  }

  static Page of(Path file) throws IOException {
    List<Step> steps = new ArrayList<>();
    Optional<String> name = Optional.empty();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.startsWith("```")) {
        Matcher named = NAMED.matcher(line);
        name =
            named.find() ? Optional.of(named.group(1)) : line.isBlank() ? name : Optional.empty();
        continue;
      }
      int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
      List<String> block = lines.subList(i + 1, end);
      i = end;
      if (name.isEmpty() && !block.isEmpty()) {
        Matcher itself = NAMES_ITSELF.matcher(block.getFirst());
        name = itself.matches() ? Optional.of(itself.group(1)) : name;
      }
      if (name.isPresent()) {
        steps.add(new Written(name.get(), String.join("\n", block) + "\n"));
        name = Optional.empty();
      } else if (line.equals("```sh")) {
        String joined = String.join("\n", block).replaceAll("\\s*\\\\\n\\s*", " ");
        joined.lines().forEach(command -> steps.add(new Command(command, new ArrayList<>())));
      } else if (line.equals("```")
          && !steps.isEmpty()
          && steps.getLast() instanceof Command last) {
        if (last.output().isEmpty()) {
          block.stream().filter(shown -> !shown.equals("...")).forEach(last.output()::add);
        }
      }
    }
    return new Page(steps);
  }
}
