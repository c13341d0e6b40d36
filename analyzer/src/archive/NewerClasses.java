// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import io.github.loomunpin.analyzer.shaded.asm.ClassReader;
import io.github.loomunpin.analyzer.shaded.asm.ClassVisitor;
import io.github.loomunpin.analyzer.shaded.asm.ClassWriter;
import io.github.loomunpin.analyzer.shaded.asm.Opcodes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar, and raises its class files of Java 5 to Java 7. The JVM verifies classes of Java 5
 * by inferring all types, each time they are loaded, and writes none of them into an archive. The
 * code stays the same; the frames that newer ones need (JVMS 4.7.4) are added.
 *
 * <p>Run by the build, with the jar to copy on the class path: it has ASM, and what ASM must know
 * of the classes.
 */
final class NewerClasses {

  private NewerClasses() {}

  /**
   * @param args the jar to copy, and the copy
   */
  public static void main(String[] args) throws IOException {
    try (ZipFile jar = new ZipFile(args[0]);
        OutputStream file = Files.newOutputStream(Path.of(args[1]));
        ZipOutputStream copy = new ZipOutputStream(file)) {
      for (ZipEntry entry : Collections.list(jar.entries())) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(entry.getTimeLocal());
        copy.putNextEntry(copied);
        copy.write(isOld(entry, bytes) ? raised(bytes) : bytes);
        copy.closeEntry();
      }
    }
  }

  private static boolean isOld(ZipEntry entry, byte[] bytes) {
    return entry.getName().endsWith(".class")
        && new ClassReader(bytes).readUnsignedShort(6) < Opcodes.V1_6;
  }

  private static byte[] raised(byte[] bytes) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    ClassVisitor raising =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            super.visit(Opcodes.V1_7, access, name, signature, superName, interfaces);
          }
        };
    new ClassReader(bytes).accept(raising, ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
