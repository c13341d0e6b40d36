// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.rules.site.SiteWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** A compiler has inlined a function with a lock, and numbers its lines behind the file's. */
class InlinedLinesTest {

  private static final String SOURCE_MAP =
      """
      SMAP
      Cart.kt
      Kotlin
      *S Kotlin
      *F
      + 1 Cart.kt
      Cart
      + 2 Guard.kt
      GuardKt
      *L
      1#1,4:1
      30#2,9:5
      *S KotlinDebug
      *F
      + 1 Cart.kt
      Cart
      *L
      3#1:5,9
      *E
      """;

  @TempDir private Path folder;
  private Path classes;
  private OpenLookup open;

  @BeforeEach
  void compile() throws IOException {
    classes =
        Compiled.in(
            folder.resolve("classes"),
            """
            // Cart.java
            class Cart {
              final Object lock = new Object();
              void add() {
                look();
                synchronized (lock) {
                  nap();
                }
              }
              void nap() {}
              void look() {}
            }
            """);
    Path file = classes.resolve("Cart.class");
    ClassReader reader = new ClassReader(Files.readAllBytes(file));
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visitSource(String source, String debug) {
            super.visitSource("Cart.kt", SOURCE_MAP);
          }
        },
        0);
    Files.write(file, writer.toByteArray());
    open = OpenLookup.of(classes);
  }

  @AfterEach
  void close() {
    open.close();
  }

  @Test
  void a_site_has_the_line_of_the_call_and_the_place_of_the_function() {
    PinGroup pin = pin();

    assertThat(new HolderFinder(open.lookup(), false).find(pin.cause(), pin.stack()))
        .singleElement()
        .extracting(holder -> SiteWords.source(holder.site(), holder.hold().sourceFile()))
        .asString()
        .matches("Cart\\.kt:3, inlined from Guard\\.kt:3\\d");
  }

  @Test
  void frames_have_the_line_of_the_call() {
    assertThat(pin().stack().frames().getLast().line()).isGreaterThan(4);
    assertThat(open.lookup().inSource(pin().stack()).frames()).last().returns(3, Frame::line);
  }

  private PinGroup pin() {
    return stack()
        .jdk("java/lang/Thread", "sleep")
        .app("Cart", "nap", "()V", 0, 12)
        .calling(classes, "Cart", "add", "nap")
        .parked(10);
  }
}
