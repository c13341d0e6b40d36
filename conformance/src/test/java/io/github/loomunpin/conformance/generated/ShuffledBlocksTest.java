// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class ShuffledBlocksTest {
  private static final String JUMPS =
      """
      public class Jumps implements java.util.function.IntFunction<String> {
        public String apply(int n) {
          StringBuilder text = new StringBuilder();
          for (int i = 0; i < 4; i++) {
            try {
              synchronized (this) {
                switch (n) {
                  case 0: continue;
                  case 1: text.append(i); break;
                  case 2: throw new IllegalStateException(i > 1 ? "late" : "early");
                  default: return text + " returned";
                }
              }
            } catch (IllegalStateException e) {
              text.append(e.getMessage()).append(e.getStackTrace()[0].getLineNumber());
            } finally {
              text.append(Thread.holdsLock(this) ? "held" : ".");
            }
          }
          return text.toString();
        }
      }
      """;

  @Test
  void the_code_does_the_same_in_another_order(@TempDir Path folder) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Files.writeString(sources.resolve("Jumps.java"), JUMPS);
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Path shuffled = Files.createDirectories(folder.resolve("shuffled"));

    new Compiler(false, 21, false).compile(sources, plain);
    new Compiler(false, 21, true).compile(sources, shuffled);

    assertThat(results(shuffled)).isEqualTo(results(plain)).contains("....", "0.1.2.3.");
    assertThat(instructions(shuffled)).isGreaterThan(instructions(plain) + 10);
  }

  private static List<String> results(Path classes) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      var jumps =
          (java.util.function.IntFunction<?>)
              loader.loadClass("Jumps").getDeclaredConstructor().newInstance();
      return List.of(0, 1, 2, 3).stream().map(n -> String.valueOf(jumps.apply(n))).toList();
    }
  }

  private static int instructions(Path classes) throws Exception {
    ClassNode node = new ClassNode();
    new ClassReader(Files.readAllBytes(classes.resolve("Jumps.class"))).accept(node, 0);
    return node.methods.stream().mapToInt(method -> method.instructions.size()).sum();
  }
}
