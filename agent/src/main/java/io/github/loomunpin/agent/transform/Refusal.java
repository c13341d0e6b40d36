// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.Constants;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * Class files that no JVM accepts in the place of another. They are given to it for a class that
 * could not be rewritten for want of stack or memory: with native monitors it would be unsafe, and
 * whatever a transformer throws the JVM ignores. The JVM checks the name of the class; where a
 * loader does not know that name, the package is one that belongs to the JDK alone.
 */
public final class Refusal {

  private static final String PREFIX = "java/loom-unpin/could-not-rewrite-it-for-want-of-";

  /** Made early, since there is no memory when it is needed. */
  private static final byte[] STACK = classFile("stack");

  private static final byte[] MEMORY = classFile("memory");

  private Refusal() {}

  /** Initializes this class, which needs memory. */
  static void prepare() {}

  private static byte[] classFile(String what) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(file)) {
      out.writeInt(0xCAFEBABE);
      out.writeInt(Opcodes.V1_8);
      out.writeShort(5); // one more than there are constants
      out.writeByte(Constants.UTF8);
      out.writeUTF(PREFIX + what + "/Class"); // of an unknown name the JVM tells the package
      out.writeByte(Constants.CLASS);
      out.writeShort(1);
      out.writeByte(Constants.UTF8);
      out.writeUTF("java/lang/Object");
      out.writeByte(Constants.CLASS);
      out.writeShort(3);
      out.writeShort(Opcodes.ACC_SUPER);
      out.writeShort(2); // this class
      out.writeShort(4); // its superclass
      out.writeLong(0); // no interfaces, fields, methods and attributes
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory
    }
    return file.toByteArray();
  }

  /** Whether what was thrown is something that may not happen again. */
  static boolean isFor(Throwable t) {
    return t instanceof StackOverflowError || t instanceof OutOfMemoryError;
  }

  /** A class file for the JVM to refuse; allocates nothing. */
  public static byte[] classFile(Throwable t) {
    return t instanceof StackOverflowError ? STACK : MEMORY;
  }

  /** The error because of which one of these was given to the JVM, if it has refused it. */
  public static Optional<VirtualMachineError> cause(Throwable refusal) {
    String message = refusal.getMessage();
    if (message == null) {
      return Optional.empty();
    }
    String plain = message.replace('.', '/');
    if (plain.contains(PREFIX + "stack")) {
      return Optional.of(new StackOverflowError("loom-unpin could not rewrite the class"));
    }
    return plain.contains(PREFIX + "memory")
        ? Optional.of(new OutOfMemoryError("loom-unpin could not rewrite the class"))
        : Optional.empty();
  }
}
