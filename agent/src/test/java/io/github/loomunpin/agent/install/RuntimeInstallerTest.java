// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What the runtime's class files must be like to be defined in {@code java.lang}. */
class RuntimeInstallerTest {

  private static final String PREFIX =
      Type.getInternalName(UnpinMonitors.class).replace("Monitors", "");

  /** The runtime's classes, without the stand-ins. */
  private static List<ClassNode> runtime() throws IOException, URISyntaxException {
    Path classes =
        Path.of(UnpinMonitors.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<ClassNode> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes.resolve(PREFIX).getParent())) {
      for (Path file : files.filter(RuntimeInstallerTest::isClass).toList()) {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.SKIP_DEBUG);
        all.add(node);
      }
    }
    return all;
  }

  private static boolean isClass(Path file) {
    return Files.isRegularFile(file) && !file.endsWith("package-info.class");
  }

  @Test
  void every_class_of_the_runtime_is_defined_once() throws Exception {
    assertThat(runtime())
        .extracting(node -> node.name)
        .as("others would be missing when rewritten code needs them")
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(RuntimeInstaller.NAMES, RuntimeInstaller.THREADS, RuntimeInstaller.LOOKING)
                .flatMap(Stream::of)
                .map(PREFIX::concat)
                .toList());
  }

  @Test
  void nothing_is_linked_by_invokedynamic() throws Exception {
    for (ClassNode node : runtime()) {
      for (MethodNode method : node.methods) {
        assertThat(method.instructions)
            .as("linking %s.%s would load classes and take locks", node.name, method.name)
            .noneMatch(insn -> insn.getOpcode() == Opcodes.INVOKEDYNAMIC);
      }
    }
  }

  @Test
  void the_methods_whose_stack_is_widened_are_there() throws Exception {
    ClassNode room =
        runtime().stream().filter(node -> node.name.equals(PREFIX + "StackRoom")).findFirst().get();

    assertThat(room.methods).extracting(method -> method.name).contains("margin", "room");
  }
}
