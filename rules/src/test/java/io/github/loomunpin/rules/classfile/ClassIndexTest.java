// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassIndexTest {

  private final List<String> asked = new ArrayList<>();
  private final ClassIndex index = new ClassIndex(new JdkClasses(), this::bytes);

  private Optional<byte[]> bytes(String name) {
    asked.add(name);
    return switch (name) {
      case "app/Known" -> Optional.of(empty(name));
      case "app/Damaged" -> Optional.of(new byte[] {1, 2, 3});
      default -> Optional.empty();
    };
  }

  private static byte[] empty(String name) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V21, Opcodes.ACC_FINAL, name, null, "app/Base", new String[] {"app/Shape"});
    return writer.toByteArray();
  }

  @Test
  void finds_classes_of_the_jdk_without_asking_the_application() {
    ClassFacts facts = index.find("java/util/ArrayList").orElseThrow();

    assertThat(facts.jdk()).isTrue();
    assertThat(facts.superName()).isEqualTo("java/util/AbstractList");
    assertThat(facts.interfaces()).contains("java/util/List");
    assertThat(asked).isEmpty();
  }

  @Test
  void finds_classes_of_the_application_once() {
    ClassFacts facts = index.find("app/Known").orElseThrow();
    index.find("app/Known");

    assertThat(facts)
        .isEqualTo(
            new ClassFacts(
                "app/Known", "app/Base", List.of("app/Shape"), Opcodes.ACC_FINAL, false));
    assertThat(facts.isFinal()).isTrue();
    assertThat(facts.isInterface()).isFalse();
    assertThat(asked).containsExactly("app/Known");
  }

  @Test
  void what_is_not_there_or_damaged_is_unknown() {
    assertThat(index.find("app/Missing")).isEmpty();
    assertThat(index.find("app/Damaged")).isEmpty();
    assertThat(index.isJdk("app/Known")).isFalse();
  }

  @Test
  void what_is_added_need_not_be_found() {
    ClassFacts made = new ClassFacts("app/Made", "java/lang/Object", List.of(), 0, false);

    index.add(made);

    assertThat(index.find("app/Made")).contains(made);
    assertThat(asked).isEmpty();
  }

  @Test
  void indexes_over_other_classes_share_what_is_known_of_the_jdk_only() {
    index.add(new ClassFacts("app/Made", "java/lang/Object", List.of(), 0, false));

    ClassIndex other = index.withApplication(ClassSource.NONE);

    assertThat(other.find("app/Made")).isEmpty();
    assertThat(other.find("java/lang/String")).isPresent();
  }

  @Test
  void names_that_are_none_of_the_jdk_s_are_asked_for_again_only_if_there_are_very_many() {
    List<String> askedOfJdk = new ArrayList<>();
    ClassIndex many =
        new ClassIndex(
            name -> {
              askedOfJdk.add(name);
              return Optional.empty();
            },
            ClassSource.NONE);

    many.isJdk("app/Often");
    many.isJdk("app/Often");
    assertThat(askedOfJdk).hasSize(1);

    for (int i = 0; i < 100_000; i++) {
      many.isJdk("app/Once" + i);
    }
    many.isJdk("app/Often");
    assertThat(askedOfJdk).hasSize(100_002);
  }
}
