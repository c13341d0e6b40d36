// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checked against the JVM: {@code INITIALIZED} has what it initialized. */
class InitializedBeforeTest {

  private static final StringBuilder INITIALIZED = new StringBuilder();

  private static Object initialized(String name) {
    INITIALIZED.append(name).append(' ');
    return name;
  }

  interface Constants {
    Object CONSTANT = initialized("Constants");
  }

  interface WithDefault {
    Object CONSTANT = initialized("WithDefault");

    default void run() {}
  }

  interface Both extends WithDefault {
    Object CONSTANT = initialized("Both");
  }

  static class Above {
    static final Object FIELD = initialized("Above");
  }

  static class Below extends Above implements Constants, Both {
    static final Object FIELD = initialized("Below");
  }

  interface Alone extends WithDefault {
    Object OWN = initialized("Alone");

    static void call() {}
  }

  @Test
  void has_classes_and_the_interfaces_with_default_methods() {
    new Below();

    assertThat(INITIALIZED.toString()).isEqualTo("Above WithDefault Below ");
    assertThat(new InitializedBefore(InitializedBeforeTest::read).of(name("Below")))
        .containsExactlyInAnyOrder("java/lang/Object", name("Above"), name("WithDefault"));
  }

  @Test
  void has_none_for_an_interface() {
    assertThat(new InitializedBefore(InitializedBeforeTest::read).of(name("Alone"))).isEmpty();
  }

  @Test
  void has_none_where_a_class_file_is_missing_or_damaged() {
    assertThat(new InitializedBefore(type -> Optional.empty()).of("a/B")).isEmpty();
    assertThat(new InitializedBefore(type -> Optional.of(new byte[] {1, 2, 3})).of("a/B"))
        .isEmpty();
  }

  private static String name(String nested) {
    return InitializedBeforeTest.class.getName().replace('.', '/') + "$" + nested;
  }

  private static Optional<byte[]> read(String type) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(type + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
