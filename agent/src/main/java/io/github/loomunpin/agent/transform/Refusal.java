// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.Constants;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * Class files that no JVM accepts in the place of another. They are given to it for a class that
 * could not be rewritten for want of stack, of memory, or of a class of the agent's own, whose jar
 * somebody has overwritten: with native monitors it would be unsafe, and whatever a transformer
 * throws the JVM ignores. The JVM checks the name of the class; where a loader does not know that
 * name, the package is one that belongs to the JDK alone.
 */
public final class Refusal {

  private static final String PREFIX = "java/loom-unpin/could-not-rewrite-it-for-want-of-";

  /** In the names of the agent's classes, whichever way they are written. */
  private static final String OWN = "loomunpin";

  private static final int LONGEST = 256;

  /** Made early, since there is no memory when it is needed. */
  private static final byte[] STACK = classFile("stack");

  private static final byte[] MEMORY = classFile("memory");

  private static final byte[] AGENT = classFile("the-agents-jar");

  private Refusal() {}

  /** Initializes this class, which needs memory. */
  static void prepare() {}

  /** Not by a stream of the JDK, which is loaded later in order to be converted. */
  private static byte[] classFile(String what) {
    ByteBuffer out = ByteBuffer.allocate(LONGEST);
    out.putInt(0xCAFEBABE);
    out.putInt(Opcodes.V1_8);
    out.putShort((short) 5); // one more than there are constants
    putText(out, PREFIX + what + "/Class"); // of an unknown name the JVM tells the package
    out.put((byte) Constants.CLASS).putShort((short) 1);
    putText(out, "java/lang/Object");
    out.put((byte) Constants.CLASS).putShort((short) 3);
    out.putShort((short) Opcodes.ACC_SUPER);
    out.putShort((short) 2); // this class
    out.putShort((short) 4); // its superclass
    out.putLong(0); // no interfaces, fields, methods and attributes
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void putText(ByteBuffer out, String ascii) {
    out.put((byte) Constants.UTF8).putShort((short) ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      out.put((byte) ascii.charAt(i));
    }
  }

  /** Whether what was thrown says nothing of the class file that was to be rewritten. */
  static boolean isFor(Throwable t) {
    return t instanceof StackOverflowError || t instanceof OutOfMemoryError || isOfAgent(t);
  }

  /** Whether a class of the agent's own cannot be loaded. */
  static boolean isOfAgent(Throwable t) {
    return t instanceof LinkageError && t.getMessage() != null && t.getMessage().contains(OWN);
  }

  /** A class file for the JVM to refuse; allocates nothing. */
  public static byte[] classFile(Throwable t) {
    return t instanceof StackOverflowError ? STACK : t instanceof OutOfMemoryError ? MEMORY : AGENT;
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
