// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;

/** Redefines a class with monitors by its own bytes and by changed ones, as an IDE does. */
public final class RedefineApp {
  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = Holder.instrumentation;
    Cell cell = new Cell();
    System.out.println("OUT: " + cell.exercise());
    byte[] bytes;
    try (InputStream in = Cell.class.getResourceAsStream("Cell.class")) {
      bytes = in.readAllBytes();
    }
    instrumentation.redefineClasses(new ClassDefinition(Cell.class, bytes));
    System.out.println("OUT: same bytes, " + cell.exercise() + ", " + cell.greeting());
    synchronized (cell) {
      instrumentation.redefineClasses(new ClassDefinition(Cell.class, replaced(bytes)));
      System.out.println("OUT: held " + Thread.holdsLock(cell));
    }
    System.out.println("OUT: new bytes, " + cell.exercise() + ", " + cell.greeting());
    instrumentation.retransformClasses(Cell.class);
    System.out.println("OUT: retransformed, " + cell.exercise() + ", " + cell.greeting());
    System.out.println("OUT: new object, " + new Cell().exercise());
  }

  /** The class with another text of the same length in its constant pool. */
  private static byte[] replaced(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace("original", "modified").getBytes(StandardCharsets.ISO_8859_1);
  }
}
