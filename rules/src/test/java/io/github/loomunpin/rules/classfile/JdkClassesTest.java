// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JdkClassesTest {

  private static final String CLASS = "java/sql/Planted.class";

  private final JdkClasses jdk = new JdkClasses();

  /** A module of the JDK that has one class. */
  private static final class OneClass extends ModuleReference implements ModuleReader {

    private final String place;

    OneClass(String place) {
      super(ModuleDescriptor.newModule("java.sql").build(), URI.create("jrt:/java.sql"));
      this.place = place;
    }

    @Override
    public ModuleReader open() {
      return this;
    }

    @Override
    public Optional<URI> find(String name) {
      return name.equals(CLASS) ? Optional.of(URI.create(place)) : Optional.empty();
    }

    @Override
    public Stream<String> list() {
      return Stream.of(CLASS);
    }

    @Override
    public void close() {}
  }

  @Test
  void what_a_patch_puts_into_a_module_is_known_by_where_it_is() {
    assertThat(isPatch("file:/patch/java/sql/Planted.class")).isTrue();
    assertThat(isPatch("jar:file:/patch.jar!/java/sql/Planted.class")).isTrue();
    assertThat(isPatch("jrt:/java.sql/java/sql/Planted.class")).isFalse();
    assertThat(JdkClasses.isPatchOf(new OneClass("file:/a"), "java/sql/Other.class")).isFalse();
  }

  private static boolean isPatch(String place) {
    return JdkClasses.isPatchOf(new OneClass(place), CLASS);
  }

  @Test
  void only_what_no_module_has_was_added_to_this_jvm() {
    assertThat(jdk.isAdded("java/lang/Thread")).isFalse();
    assertThat(jdk.isAdded("java/util/logging/Logger")).isFalse();
    assertThat(jdk.isAdded("a/Planted")).isTrue();
    assertThat(jdk.isAdded("Planted")).isTrue();
  }
}
