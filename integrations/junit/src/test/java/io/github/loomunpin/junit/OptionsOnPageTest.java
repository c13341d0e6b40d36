// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page has every annotation, each of their options and all configuration parameters. */
class OptionsOnPageTest {

  private static final Path PAGE = Path.of("../../docs/junit.md");
  private static final Path SOURCES = Path.of("src/main/java/io/github/loomunpin/junit");

  private static final Pattern ROW =
      Pattern.compile("^\\| `@(\\w+)(?:\\((\\w+) = [^`]*)?` \\| (.*) \\|$", Pattern.MULTILINE);
  private static final Pattern ANNOTATION = Pattern.compile("public @interface (\\w+)");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");
  private static final Pattern PARAMETER = Pattern.compile("[\"`](loomunpin\\.[a-z]\\w*)");

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(toCollection(TreeSet::new));
  }

  private static Set<String> foundInSources(Pattern pattern) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(SOURCES)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    Set<String> names = new TreeSet<>();
    for (Path file : files) {
      names.addAll(found(pattern, Files.readString(file)));
    }
    return names;
  }

  private static Set<String> optionsOf(Class<? extends Annotation> annotation) {
    return Arrays.stream(annotation.getDeclaredMethods())
        .map(Method::getName)
        .collect(toCollection(TreeSet::new));
  }

  /** Those that have a row, or that the row of the annotation alone names. */
  private static Set<String> optionsOnPage(String annotation) throws IOException {
    Set<String> options = new TreeSet<>();
    for (MatchResult row : ROW.matcher(page()).results().toList()) {
      if (!row.group(1).equals(annotation)) {
        continue;
      } else if (row.group(2) == null) {
        options.addAll(found(NAME, row.group(3)));
      } else {
        options.add(row.group(2));
      }
    }
    return options;
  }

  @Test
  void the_page_has_the_annotations() throws Exception {
    assertThat(found(ROW, page())).isEqualTo(foundInSources(ANNOTATION)).contains("ShouldPin");
  }

  @Test
  void the_page_has_the_options_of_each_annotation() throws Exception {
    for (Class<? extends Annotation> annotation : List.of(ShouldNotPin.class, ShouldPin.class)) {
      assertThat(optionsOnPage(annotation.getSimpleName()))
          .as(annotation.getSimpleName())
          .isEqualTo(optionsOf(annotation));
    }
    assertThat(optionsOf(VirtualThreadUnit.class)).isEmpty();
  }

  @Test
  void the_page_has_the_configuration_parameters() throws Exception {
    assertThat(found(PARAMETER, page()))
        .isEqualTo(foundInSources(PARAMETER))
        .containsExactly(PinExtension.MUST_CHECK);
  }
}
