// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * The JDK locks a writer for the first time, whose class has no monitors of its own, at the ends of
 * stacks of many sizes. What fails there must not fail afterwards, nor must the JDK fail to read
 * class files.
 */
public final class FirstWriteAtStackEndApp {
  private static final int THREADS = 25;
  private static final int TRIES = 60;

  private static final class Lines extends BufferedWriter {
    Lines() {
      super(new Nowhere());
    }
  }

  private static final class Nowhere extends Writer {
    @Override
    public void write(char[] chars, int from, int length) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static final Writer FIRST = new Lines();
  private static int tries;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(null, FirstWriteAtStackEndApp::deep, "deep", 200_000 + i * 1111);
      thread.start();
      thread.join();
    }
    new Lines().write("after");
    System.out.println("OUT: written, class file " + readsClassFile());
  }

  private static boolean readsClassFile() throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
      return in.read() >= 0;
    }
  }

  private static void deep() {
    tries = 0;
    try {
      down(0, 0);
    } catch (StackOverflowError e) {
      // As expected.
    }
  }

  private static int down(int depth, long pad) {
    try {
      return down(depth + 1, pad + depth) + 1;
    } catch (StackOverflowError e) {
      if (tries++ < TRIES) {
        writeFirst();
      }
      throw e;
    }
  }

  private static void writeFirst() {
    try {
      FIRST.write('x');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
