// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the classes of a JDK whose initializer reads a system property. */
final class PropertyReaders {
  /** Not the properties that the JDK saved when it started, which a program does not set. */
  private static final Set<String> CALLS =
      Set.of(
          "java/lang/System.getProperty",
          "java/lang/System.getProperties",
          "java/lang/Boolean.getBoolean",
          "java/lang/Integer.getInteger",
          "java/lang/Long.getLong");

  private static final String ACTIONS = "sun/security/action/Get";

  private PropertyReaders() {}

  /** Those of these classes, by internal names; names of no class of the JDK are passed over. */
  static Set<String> among(Set<String> names, Jdk jdk) throws IOException {
    Set<String> readers = new TreeSet<>();
    try (FileSystem image =
            FileSystems.newFileSystem(
                URI.create("jrt:/"), Map.of("java.home", jdk.home().toString()));
        Stream<Path> modules = Files.list(image.getPath("/modules"))) {
      for (Path module : modules.toList()) {
        for (String name : names) {
          Path file = module.resolve(name + ".class");
          if (Files.exists(file) && reads(Files.readAllBytes(file))) {
            readers.add(name);
          }
        }
      }
    }
    return readers;
  }

  /** Follows the calls from the initializer to methods of the same class. */
  private static boolean reads(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    Set<String> seen = new HashSet<>(Set.of("<clinit>()V"));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      String next = open.pop();
      for (MethodNode method : node.methods) {
        if (!(method.name + method.desc).equals(next)) {
          continue;
        }
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof MethodInsnNode call) {
            if (CALLS.contains(call.owner + "." + call.name) || call.owner.startsWith(ACTIONS)) {
              return true;
            }
            if (call.owner.equals(node.name) && seen.add(call.name + call.desc)) {
              open.push(call.name + call.desc);
            }
          } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
              if (argument instanceof Handle handle
                  && handle.getOwner().equals(node.name)
                  && seen.add(handle.getName() + handle.getDesc())) {
                open.push(handle.getName() + handle.getDesc());
              }
            }
          }
        }
      }
    }
    return false;
  }
}
