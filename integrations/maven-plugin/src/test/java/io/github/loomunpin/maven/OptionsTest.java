// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A goal has the options of its command, by the same names, and no others but Maven's own. The page
 * lists them all.
 */
class OptionsTest {

  private static final Path DESCRIPTOR = Path.of("target/classes/META-INF/maven/plugin.xml");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{loom-unpin\\.([\\w-]+)\\}");
  private static final Path PAGE = Path.of("../../docs/maven.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| ((?:, |all|check|scan|report|diff)+) \\|");
  private static final List<String> GOALS = List.of("check", "scan", "report", "diff");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w+, )?--([a-z-]+)");

  /** What no command has, or has as its operands. */
  private static final Set<String> OF_MAVEN = Set.of("skip", "jvm-args", "files", "old", "new");

  /** Only on the command line. */
  private static final Set<String> OF_COMMANDS = Set.of("help", "version");

  @ParameterizedTest
  @CsvSource({
    "check, scan, ''",
    "scan, scan, 'fail-on baseline update-baseline'",
    "report, report, ''",
    "diff, diff, ''"
  })
  void a_goal_has_the_options_of_its_command(String goal, String command, String without)
      throws Exception {
    Set<String> expected = optionsOf(command);
    expected.removeAll(OF_COMMANDS);
    expected.removeAll(Arrays.asList(without.split(" ")));

    Set<String> properties = propertiesOf(goal);
    properties.removeAll(OF_MAVEN);

    assertThat(properties).isEqualTo(expected).hasSizeGreaterThan(3);
  }

  @Test
  void the_page_has_the_options_of_each_goal() throws Exception {
    Map<String, Set<String>> expected = new TreeMap<>();
    for (String goal : GOALS) {
      expected.put(goal, propertiesOf(goal));
    }

    assertThat(optionsOnPage()).isEqualTo(expected);
  }

  private static Map<String, Set<String>> optionsOnPage() throws Exception {
    Map<String, Set<String>> options = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(PAGE));
    while (row.find()) {
      List<String> goals =
          row.group(2).equals("all") ? GOALS : Arrays.asList(row.group(2).split(", "));
      for (String goal : goals) {
        options.computeIfAbsent(goal, first -> new TreeSet<>()).add(row.group(1));
      }
    }
    return options;
  }

  private static Set<String> optionsOf(String command) throws Exception {
    Ended help =
        Jdk.running()
            .java()
            .classPath(System.getProperty("java.class.path"))
            .main("io.github.loomunpin.analyzer.cli.Main", command, "--help")
            .run(Duration.ofMinutes(10));
    return found(OPTION.matcher(help.successfully().output()));
  }

  private static Set<String> propertiesOf(String goal) throws Exception {
    Document plugin =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(DESCRIPTOR.toFile());
    NodeList mojos = plugin.getElementsByTagName("mojo");
    List<Element> ofGoal =
        Stream.iterate(0, i -> i + 1)
            .limit(mojos.getLength())
            .map(i -> (Element) mojos.item(i))
            .filter(mojo -> text(mojo, "goal").equals(goal))
            .toList();
    assertThat(ofGoal).as(goal).hasSize(1);
    return found(PROPERTY.matcher(text(ofGoal.getFirst(), "configuration")));
  }

  private static String text(Element element, String child) {
    return element.getElementsByTagName(child).item(0).getTextContent();
  }

  private static Set<String> found(Matcher matcher) {
    Set<String> names = new TreeSet<>();
    matcher.results().forEach(result -> names.add(result.group(1)));
    return names;
  }
}
