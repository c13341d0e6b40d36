// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoadedJdkClassesTest {

  @Test
  void facts_are_those_of_the_class_files() throws Exception {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    for (String folder : List.of("java/lang", "java/io", "java/nio/channels", "java/util")) {
      try (Stream<Path> files = Files.list(base.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          ClassFacts read = ClassFacts.read(Files.readAllBytes(file), true);
          Class<?> loaded = Class.forName(read.name().replace('/', '.'), false, null);
          LoadedJdkClasses classes =
              new LoadedJdkClasses(new Class<?>[] {loaded}, ClassSource.NONE);

          ClassFacts facts = classes.facts(read.name()).orElseThrow();
          assertThat(facts.name()).isEqualTo(read.name());
          assertThat(facts.superName()).as(read.name()).isEqualTo(read.superName());
          assertThat(facts.interfaces()).as(read.name()).isEqualTo(read.interfaces());
          assertThat(facts.isInterface()).as(read.name()).isEqualTo(read.isInterface());
          assertThat(facts.isFinal()).as(read.name()).isEqualTo(read.isFinal());
          assertThat(facts.jdk()).isTrue();
        }
      }
    }
  }

  @Test
  void other_classes_are_left_to_the_class_files() {
    Class<?>[] loaded = {int.class, Object[].class, LoadedJdkClassesTest.class};
    LoadedJdkClasses classes = new LoadedJdkClasses(loaded, ClassSource.NONE);

    for (Class<?> c : loaded) {
      assertThat(classes.facts(c.getName().replace('.', '/'))).isEmpty();
    }
  }
}
