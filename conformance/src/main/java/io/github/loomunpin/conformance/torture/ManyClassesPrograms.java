// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** Classes that come and go, each with a name and a loader of its own, as script engines make. */
final class ManyClassesPrograms {
  /** Bytes for each class, below what any name or reason that is kept would take. */
  private static final long MOST = 150;

  /** The JDK locks throwables, so that the report says why their monitors stay native. */
  private static final String THROWABLE = "java/lang/Exception";

  private ManyClassesPrograms() {}

  @Torture(
      shows = "nothing is kept of short-lived classes, whatever they extend, lock and fail at",
      threads = Kind.PLATFORM,
      oracle = Oracle.ASSERTIONS,
      note = "How much the heap grows depends on the JVM.",
      // The JDK remembers by soft references what class files are not to be found.
      jvm = {"-Xmx512m", "-XX:+UseSerialGC", "-XX:SoftRefLRUPolicyMSPerMB=0"},
      timeout = 300)
  static String shortLivedClasses(Env env) throws Exception {
    int times = env.n(800);
    List<String> all = List.of(THROWABLE, "java/lang/Object", "org/xml/sax/helpers/DefaultHandler");
    // The agent's report names so many classes and no more; of other names a few thousand are kept,
    // which is less than is allowed below.
    define(0, 1_100, List.of(THROWABLE));
    define(1_200, 300, all);
    ThrowingRunnable one = () -> define(1_190, 1, all);
    long before = Heap.afterCollection(one);
    define(2_000, times, all);
    long each = (Heap.afterCollection(one) - before) / times;
    Check.that(each < MOST, "the heap grows by less than 150 bytes a class: " + each);
    return "heap bounded";
  }

  private static void define(int from, int count, List<String> superNames) throws Exception {
    for (int i = from; i < from + count; i++) {
      String number = String.valueOf(100_000_000 + i);
      String superName = superNames.get(i % superNames.size());
      Forge forge = new Forge(Opcodes.V17, "script/Made" + number, superName);
      forge.constructor(superName);
      String field = "made" + number;
      forge.writer().visitField(Opcodes.ACC_PROTECTED, field, "Ljava/lang/Object;", null, null);
      forge.method(
          Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED,
          "run" + number,
          "()V",
          code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(
                Opcodes.GETFIELD, "script/Made" + number, field, "Ljava/lang/Object;");
            code.visitInsn(Opcodes.DUP);
            code.visitInsn(Opcodes.MONITORENTER);
            code.visitInsn(Opcodes.MONITOREXIT);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notifyAll", "()V", false);
            code.visitInsn(Opcodes.RETURN);
          });
      String name = "script.Made" + number;
      Class<?> c = Class.forName(name, true, new BytesLoader(Map.of(name, forge.bytes())));
      Object o = c.getConstructor().newInstance();
      Throwable thrown = Check.thrownBy(() -> c.getMethod("run" + number).invoke(o));
      Check.same(NullPointerException.class, thrown.getCause().getClass(), "what was thrown");
    }
  }
}
