// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.Opcodes;

/** Many threads load the same classes, which need each other, through loaders of every kind. */
final class JdkCyclicLoadPrograms {
  private static final int CLASSES = 24;

  private JdkCyclicLoadPrograms() {}

  /** What a loader locks while it loads a class. */
  private enum Locking {
    /** What the JDK makes for each name. */
    INHERITED,
    /** An object of the loader's own for each name, of a kind that is virtual. */
    OWN_FOR_EACH_NAME,
    /** One object for all names. */
    OWN_FOR_ALL,
    /** Itself, since it is not parallel capable. */
    ITSELF
  }

  @Torture(
      shows =
          "16 threads load 24 classes, each with the one before it as its superclass and a method that"
              + " needs the next, through loaders that inherit and override getClassLoadingLock, parallel"
              + " capable and not, while others take the same locks: each class is defined once",
      core = true)
  static String cyclicClassesLoadedInParallel(Env env) {
    int loaded = 0;
    for (Locking locking : Locking.values()) {
      for (int round = 0; round < 2; round++) {
        loaded += load(env, locking);
      }
    }
    return loaded + " classes";
  }

  private static int load(Env env, Locking locking) {
    Map<String, byte[]> bytes = cycle();
    CycleLoader loader =
        locking == Locking.ITSELF ? new SerialLoader(bytes) : new ParallelLoader(bytes, locking);
    List<String> names = List.copyOf(bytes.keySet());
    Set<Class<?>> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger worker = new AtomicInteger();
    CountDownLatch loading = new CountDownLatch(16);
    Crew crew = env.crew();
    for (int i = 0; i < 16; i++) {
      crew.start(
          () -> {
            try {
              int from = worker.getAndAdd(5);
              for (int n = 0; n < names.size(); n++) {
                String name = names.get((from + n) % names.size());
                Class<?> c = Class.forName(name, true, loader);
                seen.add(c);
                Check.same(CLASSES, c.getMethod("cycle").invoke(null), "classes in the cycle");
              }
            } finally {
              loading.countDown();
            }
          });
    }
    for (int i = 0; i < 2; i++) {
      crew.start(
          () -> {
            for (int n = 0; loading.getCount() > 0; n++) {
              synchronized (loader.lockSeen(names.get(n % names.size()))) {
                Thread.yield();
              }
              Thread.sleep(1);
            }
          });
    }
    crew.join();
    Check.same(CLASSES, seen.size(), "classes");
    Check.same(CLASSES, loader.defined.get(), "definitions");
    return seen.size();
  }

  /** Each class extends the one before; the last method of the chain is in the last class. */
  private static Map<String, byte[]> cycle() {
    Map<String, byte[]> bytes = new HashMap<>();
    String prefix = "io/github/loomunpin/conformance/torture/forged/Cycle";
    for (int i = 0; i < CLASSES; i++) {
      String superName = i == 0 ? "java/lang/Object" : prefix + (i - 1);
      String next = prefix + (i + 1) % CLASSES;
      Forge forge = new Forge(Opcodes.V1_8, prefix + i, superName).constructor(superName);
      int steps = i;
      forge.staticMethod(
          "next",
          "()I",
          code -> {
            if (steps + 1 == CLASSES) {
              code.visitInsn(Opcodes.ICONST_0);
            } else {
              code.visitMethodInsn(Opcodes.INVOKESTATIC, next, "next", "()I", false);
            }
            code.visitInsn(Opcodes.ICONST_1);
            code.visitInsn(Opcodes.IADD);
            code.visitInsn(Opcodes.IRETURN);
          });
      forge.staticMethod(
          "cycle",
          "()I",
          code -> {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, prefix + 0, "next", "()I", false);
            code.visitInsn(Opcodes.IRETURN);
          });
      bytes.put(forge.internalName().replace('/', '.'), forge.bytes());
    }
    return bytes;
  }

  private abstract static class CycleLoader extends ClassLoader {
    private final Map<String, byte[]> bytes;
    final AtomicInteger defined = new AtomicInteger();

    static {
      registerAsParallelCapable();
    }

    CycleLoader(Map<String, byte[]> bytes) {
      super(CycleLoader.class.getClassLoader());
      this.bytes = bytes;
    }

    Object lockSeen(String name) {
      return getClassLoadingLock(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = bytes.get(name);
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      Check.that(Thread.holdsLock(getClassLoadingLock(name)), "the JDK holds the lock");
      defined.incrementAndGet();
      Thread.yield();
      return defineClass(name, file, 0, file.length);
    }
  }

  private static final class ParallelLoader extends CycleLoader {
    static {
      registerAsParallelCapable();
    }

    private final Locking locking;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    ParallelLoader(Map<String, byte[]> bytes, Locking locking) {
      super(bytes);
      this.locking = locking;
    }

    @Override
    protected Object getClassLoadingLock(String name) {
      return switch (locking) {
        case OWN_FOR_EACH_NAME -> locks.computeIfAbsent(name, key -> new StringBuilder());
        case OWN_FOR_ALL -> locks;
        default -> super.getClassLoadingLock(name);
      };
    }
  }

  /** Does not ask to be parallel capable. */
  private static final class SerialLoader extends CycleLoader {
    SerialLoader(Map<String, byte[]> bytes) {
      super(bytes);
    }
  }
}
