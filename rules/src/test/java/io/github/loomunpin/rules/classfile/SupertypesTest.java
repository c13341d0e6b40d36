// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SupertypesTest {

  private static final String SHADOWABLE = "org/xml/sax/helpers/DefaultHandler";

  private final Map<String, byte[]> application = new HashMap<>();

  SupertypesTest() {
    define("app/Parent", "java/util/ArrayList");
    define("app/Child", "app/Parent", "app/Tagged");
    define("app/Tagged", "java/lang/Object", "java/io/Externalizable");
    define("app/Orphan", "gone/Parent");
    define("app/Handler", SHADOWABLE);
    for (int i = 0; i < 100; i++) {
      define("app/Tail" + i, "app/Tail" + (i + 1));
    }
    define("app/Tail100", "app/Tail70");
  }

  private void define(String name, String superName, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V21, 0, name, null, superName, interfaces);
    application.put(name, writer.toByteArray());
  }

  private ClassIndex index(boolean mayShadowJdk) {
    return new ClassIndex(
        new JdkClasses(),
        new ClassSource() {
          @Override
          public Optional<byte[]> bytes(String name) {
            return Optional.ofNullable(application.get(name));
          }

          @Override
          public boolean mayShadowJdk() {
            return mayShadowJdk;
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "app/Child, app/Child, YES",
    "app/Child, java/util/AbstractList, YES",
    "app/Child, java/lang/Object, YES",
    "app/Child, java/lang/Thread, NO",
    "app/Child, java/util/List, NO",
    "app/Orphan, java/lang/Thread, UNKNOWN",
    "gone/Parent, java/lang/Thread, UNKNOWN",
    "gone/Parent, gone/Parent, YES",
    "app/Tail0, java/lang/Thread, UNKNOWN",
    "app/Tail0, app/Tail99, YES",
  })
  void superclasses_of_the_application(String name, String ancestor, Answer answer) {
    assertThat(new Supertypes(index(false)).isOrExtends(name, ancestor)).isEqualTo(answer);
  }

  @Test
  void a_class_that_may_be_shadowed_may_have_any_superclass() {
    Supertypes strict = new Supertypes(index(false));
    Supertypes lax = new Supertypes(index(true));

    assertThat(strict.isOrExtends("app/Handler", "java/lang/Thread")).isEqualTo(Answer.NO);
    assertThat(lax.isOrExtends("app/Handler", "java/lang/Thread")).isEqualTo(Answer.UNKNOWN);
    assertThat(lax.isOrExtends("app/Child", "java/lang/Thread")).isEqualTo(Answer.NO);
    assertThat(Supertypes.ofJdk(index(true)).isOrExtends(SHADOWABLE, "java/lang/Thread"))
        .isEqualTo(Answer.NO);
    assertThat(Supertypes.ofJdk(index(false)).isOrExtends("app/Child", "java/lang/Thread"))
        .isEqualTo(Answer.UNKNOWN);
  }

  @Test
  void the_end_says_where_it_was() {
    Supertypes supertypes = new Supertypes(index(false));

    assertThat(supertypes.firstSuperclass("app/Child", name -> name.startsWith("java/")))
        .isEqualTo(new Supertypes.End(Answer.YES, "java/util/ArrayList"));
    assertThat(supertypes.firstSuperclass("app/Orphan", name -> name.startsWith("java/")))
        .isEqualTo(new Supertypes.End(Answer.UNKNOWN, "gone/Parent"));
    assertThat(supertypes.firstSuperclass("app/Child", name -> false))
        .isEqualTo(new Supertypes.End(Answer.NO, "java/lang/Object"));
  }

  @Test
  void interfaces_count_where_all_supertypes_are_asked_for() {
    Supertypes supertypes = new Supertypes(index(false));

    assertThat(supertypes.isSerializable("app/Child", List.of())).isEqualTo(Answer.YES);
    assertThat(supertypes.isSerializable("java/lang/Object", List.of("app/Tagged")))
        .isEqualTo(Answer.YES);
    assertThat(supertypes.isSerializable("java/lang/Object", List.of("java/util/List")))
        .isEqualTo(Answer.NO);
    assertThat(supertypes.isSerializable("app/Orphan", List.of("java/util/List")))
        .isEqualTo(Answer.UNKNOWN);
    assertThat(supertypes.isSerializable("app/Orphan", List.of("app/Tagged")))
        .isEqualTo(Answer.YES);
    assertThat(supertypes.isSerializable("app/Tail3", List.of())).isEqualTo(Answer.NO);
  }
}
