// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What the mode decision needs to know about one class, without its code.
 *
 * @param name internal name
 * @param superName internal name, empty for {@code java/lang/Object}
 * @param interfaces internal names; of a loaded class {@code java/io/Serializable} alone, if it or
 *     one of its supertypes has that
 * @param access JVMS table 4.1-B flags
 * @param jdk whether the class belongs to the boot or platform loader
 * @param superclass the one that a loaded class has, whatever its name means elsewhere; empty if
 *     only its name is known
 */
public record ClassFacts(
    String name,
    String superName,
    List<String> interfaces,
    int access,
    boolean jdk,
    Optional<ClassFacts> superclass) {

  /** Facts as a class file gives them. */
  public ClassFacts(
      String name, String superName, List<String> interfaces, int access, boolean jdk) {
    this(name, superName, interfaces, access, jdk, Optional.empty());
  }

  /**
   * Facts as a class file gives them.
   *
   * @throws RuntimeException if it cannot be parsed
   */
  public static ClassFacts read(byte[] classFile, boolean jdk) {
    Optional<ClassFacts> facts = ClassHeader.read(classFile, jdk);
    return facts.isPresent() ? facts.get() : readByAsm(classFile, jdk);
  }

  static ClassFacts readByAsm(byte[] classFile, boolean jdk) {
    ClassReader reader = new ClassReader(classFile);
    String superName = reader.getSuperName();
    return new ClassFacts(
        reader.getClassName(),
        superName == null ? "" : superName,
        List.of(reader.getInterfaces()),
        reader.getAccess(),
        jdk);
  }

  /**
   * These facts as those of a class of the boot or platform loader, with the {@link #toldFlags()}
   * alone: what is known must not depend on what is loaded.
   */
  ClassFacts ofJdk() {
    return jdk ? this : new ClassFacts(name, superName, interfaces, toldFlags(), true, superclass);
  }

  /** The flags that a loaded class tells as its class file does. */
  public int toldFlags() {
    return access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_FINAL);
  }

  public boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  public boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }
}
