// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import com.sun.management.ThreadMXBean;
import io.github.loomunpin.bench.shared.BenchAgent;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.management.ManagementFactory;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Gives every class of some jars to the agent's transformer, several times over, in a JVM that does
 * nothing else: arguments are the number of passes and the jars. The first pass is what an
 * application pays at start; the last ones show what the JIT makes of it. Prints lines of pass,
 * kind, classes, bytes, nanoseconds and allocated bytes.
 */
public final class TransformMain {

  private final JarClasses classes;
  private final ClassFileTransformer transformer;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long[] nanos;
  private final long[] allocated;
  private final TransformKind[] kinds;

  private TransformMain(JarClasses classes, ClassFileTransformer transformer) {
    this.classes = classes;
    this.transformer = transformer;
    int count = classes.files().size();
    nanos = new long[count];
    allocated = new long[count];
    kinds = new TransformKind[count];
  }

  public static void main(String[] args) throws Exception {
    int passes = Integer.parseInt(args[0]);
    List<Path> jars = Arrays.stream(args).skip(1).map(Path::of).toList();
    JarClasses classes = JarClasses.of(jars);
    ClassFileTransformer transformer = CapturedTransformer.of(BenchAgent.instrumentation());
    TransformMain main = new TransformMain(classes, transformer);
    for (int pass = 0; pass < passes; pass++) {
      main.pass();
      main.print(pass);
    }
  }

  /** With a loader of its own, because what is known about classes is kept for each loader. */
  private void pass() throws IOException, IllegalClassFormatException {
    try (URLClassLoader loader = classes.newLoader()) {
      Module module = loader.getUnnamedModule();
      for (int i = 0; i < nanos.length; i++) {
        JarClasses.ClassFile file = classes.files().get(i);
        long bytesBefore = threads.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        byte[] result =
            transformer.transform(module, loader, file.name(), null, null, file.bytes());
        nanos[i] = System.nanoTime() - begin;
        allocated[i] = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        kinds[i] = result == null ? TransformKind.PARSED : TransformKind.REWRITTEN;
      }
    }
  }

  private void print(int pass) {
    for (TransformKind kind : TransformKind.values()) {
      int count = 0;
      long bytes = 0;
      long time = 0;
      long memory = 0;
      for (int i = 0; i < nanos.length; i++) {
        if (kind(i) == kind) {
          count++;
          bytes += classes.files().get(i).bytes().length;
          time += nanos[i];
          memory += allocated[i];
        }
      }
      System.out.println(
          String.join(",", pass + "", kind.name(), count + "", bytes + "", time + "", memory + ""));
    }
  }

  /** Not during the pass: that would make the glance hot before its time. */
  private TransformKind kind(int i) {
    if (kinds[i] == TransformKind.PARSED
        && !ClassFilePeek.at(classes.files().get(i).bytes()).mayNeedRewriting()) {
      kinds[i] = TransformKind.GLANCED;
    }
    return kinds[i];
  }
}
