// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.scenario.Scenarios;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AllTestsTest {
  @Test
  void no_test_is_left_out() throws Exception {
    List<String> written = new ArrayList<>(testsBeside(Programs.class));
    written.addAll(testsBeside(Scenarios.class));

    assertThat(written).isNotEmpty();
    assertThat(Tests.all().keySet()).containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void every_test_says_what_it_shows() {
    assertThat(Tests.all())
        .allSatisfy((name, torture) -> assertThat(torture.shows()).as(name).isNotBlank());
  }

  /** They are in italics; beside them only single words are. */
  @Test
  void the_page_about_safety_names_tests_that_are_there() throws Exception {
    String page = Files.readString(Path.of("../docs/safety.md"));
    Matcher italics = Pattern.compile("(?<!\\*)\\*([a-z]+[A-Z_0-9]\\w*)\\*(?!\\*)").matcher(page);
    List<String> named = italics.results().map(found -> found.group(1)).toList();

    assertThat(named).hasSizeGreaterThan(50);
    assertThat(Tests.all().keySet()).containsAll(named);
  }

  /** The tests in all classes of a package. */
  private static List<String> testsBeside(Class<?> one) throws Exception {
    Path classes = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path folder = classes.resolve(one.getPackageName().replace('.', '/'));
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> found =
            Class.forName(one.getPackageName() + "." + name, false, one.getClassLoader());
        Arrays.stream(found.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Torture.class))
            .map(Method::getName)
            .forEach(names::add);
      }
    }
    return names;
  }
}
