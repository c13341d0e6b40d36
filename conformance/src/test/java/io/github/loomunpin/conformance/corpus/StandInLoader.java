// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Defines classes in such a way that their methods can be compiled without anything being run: the
 * initializers have an ordinary name, and an empty class stands in for each that is missing.
 */
final class StandInLoader extends ClassLoader {

  private final ClassSource source;
  private final Set<String> interfaces;

  /**
   * @param interfaces internal names of classes that must be interfaces if they are missing
   */
  StandInLoader(ClassSource source, Set<String> interfaces) {
    super(ClassLoader.getPlatformClassLoader());
    this.source = source;
    this.interfaces = new HashSet<>(interfaces);
  }

  @Override
  protected Class<?> findClass(String name) {
    String internalName = name.replace('.', '/');
    byte[] bytes =
        source
            .bytes(internalName)
            .map(found -> new RawClass(found).withoutInitializer())
            .orElseGet(() -> standIn(internalName));
    interfaces.addAll(ClassFilePeek.at(bytes).interfaces());
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] standIn(String internalName) {
    boolean isInterface = interfaces.contains(internalName);
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC
            | (isInterface ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : Opcodes.ACC_SUPER),
        internalName,
        null,
        "java/lang/Object",
        null);
    return writer.toByteArray();
  }
}
