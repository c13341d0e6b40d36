// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.nio.file.Path;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** An application with an old ASM of its own. */
public final class AsmApp {
  public static void main(String[] args) throws Exception {
    Path jar =
        Path.of(ClassWriter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    System.out.println("OUT: " + jar.getFileName() + ", " + new Cell().exercise());
    try {
      Opcodes.class.getField("ASM9");
      System.out.println("OUT: a new ASM");
    } catch (NoSuchFieldException e) {
      System.out.println("OUT: an old ASM");
    }
    try (InputStream in = Cell.class.getResourceAsStream("Cell.class")) {
      new ClassReader(in);
      System.out.println("OUT: reads new classes");
    } catch (IllegalArgumentException e) {
      System.out.println("OUT: refuses new classes");
    }
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
    System.out.println("OUT: writes " + writer.toByteArray().length + " bytes");
  }
}
