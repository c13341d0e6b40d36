// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Classes that are loaded and initialized, and native code that calls back. */
public final class ClassPrograms {

  private ClassPrograms() {}

  private static final class Slow {
    static final CountDownLatch BEGUN = Latch.BEGUN;

    static int used;

    static {
      Latch.BEGUN.countDown();
      Pause.whileAwaited(Slow.class);
    }
  }

  /** Apart, so that it can be awaited without the class that it is about. */
  private static final class Latch {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
  }

  @Expected(
      what = "waits for a class that another thread initializes",
      says = "waits for another thread to initialize " + PACKAGE + "ClassPrograms$Slow",
      saysOn25 = "waits for another thread to initialize " + PACKAGE + "ClassPrograms$Slow")
  static void initializedByAnother() throws InterruptedException {
    Thread first = Thread.ofVirtual().name("initializer").start(() -> Slow.used++);
    Latch.BEGUN.await();
    Slow.used++;
    first.join();
  }

  static class Above {
    static int used;

    static {
      AboveLatch.BEGUN.countDown();
      Pause.whileAwaited(Above.class);
    }
  }

  static final class Below extends Above {
    static int own;
  }

  private static final class AboveLatch {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
  }

  @Expected(
      what = "waits for a class whose superclass another thread initializes",
      says = "waits for another thread to initialize " + ABOVE,
      saysOn25 = "waits for another thread to initialize " + PACKAGE + "ClassPrograms$Above")
  static void superclassInitializedByAnother() throws InterruptedException {
    Thread first = Thread.ofVirtual().name("initializer").start(() -> Above.used++);
    AboveLatch.BEGUN.await();
    Below.own++;
    first.join();
  }

  private static final String PACKAGE = "io.github.loomunpin.analyzer.programs.";
  private static final String ABOVE =
      PACKAGE + "ClassPrograms$Above, before " + PACKAGE + "ClassPrograms$Below";

  /** Initialized once for each loader. */
  static final class Short {
    static int used;

    static {
      for (int i = 0; i < 5_000; i++) {
        used += i * i;
      }
    }
  }

  /** Needs the other class of the same loader. */
  public static final class UsesShort implements Runnable {
    @Override
    public void run() {
      Short.used++;
    }
  }

  /** Defines two classes again, all others are those of the application. */
  private static final class Copies extends ClassLoader {

    Copies() {
      super(ClassPrograms.class.getClassLoader());
    }

    Runnable user() throws ReflectiveOperationException {
      define(Short.class);
      return (Runnable) define(UsesShort.class).getDeclaredConstructor().newInstance();
    }

    private Class<?> define(Class<?> original) {
      byte[] bytes = bytesOf(original.getName());
      return defineClass(original.getName(), bytes, 0, bytes.length);
    }
  }

  private static byte[] bytesOf(String name) {
    try (InputStream in =
        ClassPrograms.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Expected(
      what = "cannot enter the monitor that the JVM guards a class initialization with",
      allEvents = true,
      says = "waits for another thread to initialize " + PACKAGE + "ClassPrograms$Short",
      mayBeShortOn25 = true)
  static void crowdAtAnInitialization() throws Exception {
    List<Runnable> users = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      users.add(new Copies().user());
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      threads.add(Thread.ofVirtual().start(() -> users.forEach(Runnable::run)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Loaded by a loader that takes its time. */
  public static final class Target {}

  /** Makes the JVM load the other class. */
  public static final class UsesTarget implements Runnable {
    @Override
    public void run() {
      new Target();
    }
  }

  private static final class SlowLoader extends ClassLoader {

    SlowLoader() {
      super(ClassPrograms.class.getClassLoader());
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      if (name.equals(Target.class.getName())) {
        Pause.briefly();
      }
      if (name.equals(Target.class.getName()) || name.equals(UsesTarget.class.getName())) {
        byte[] bytes = bytesOf(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
      return super.loadClass(name);
    }
  }

  @Expected(
      what = "the JVM calls a class loader",
      says = "the JVM called " + PACKAGE + "ClassPrograms$SlowLoader.loadClass to load",
      saysOn25 = "the JVM called " + PACKAGE + "ClassPrograms$SlowLoader.loadClass to load")
  static void loadedByTheJvm() throws Exception {
    Runnable user =
        (Runnable)
            new SlowLoader()
                .loadClass(UsesTarget.class.getName())
                .getDeclaredConstructor()
                .newInstance();
    user.run();
  }

  @Expected(
      what = "native code calls a class loader",
      says = "the native method java.lang.Class.forName0 called back",
      saysOn25 = "the native method java.lang.Class.forName0 called back")
  static void loadedByNativeCode() throws Exception {
    Class.forName(Target.class.getName(), true, new SlowLoader());
  }

  /** Called by the C library's qsort. */
  static int compare(Object a, Object b) {
    Pause.briefly();
    return 0;
  }

  @Expected(
      what = "a foreign function calls back",
      says = "called back " + PACKAGE + "ClassPrograms.compare",
      saysOn25 = "called back " + PACKAGE + "ClassPrograms.compare")
  static void foreign() throws Throwable {
    new Foreign().sort(MethodHandles.lookup());
  }

  /** By reflection, since java.lang.foreign is final only since JDK 22. */
  private static final class Foreign {

    private final Class<?> linkers = named("Linker");
    private final Class<?> descriptors = named("FunctionDescriptor");
    private final Class<?> layouts = named("MemoryLayout");
    private final Class<?> values = named("ValueLayout");
    private final Class<?> arenas = named("Arena");
    private final Class<?> segments = named("MemorySegment");
    private final Object noOptions = Array.newInstance(named("Linker$Option"), 0);

    Foreign() throws ReflectiveOperationException {}

    private static Class<?> named(String name) throws ClassNotFoundException {
      return Class.forName("java.lang.foreign." + name);
    }

    private Object layout(String name) throws ReflectiveOperationException {
      return values.getField(name).get(null);
    }

    private Object layouts(Object... all) {
      Object array = Array.newInstance(layouts, all.length);
      for (int i = 0; i < all.length; i++) {
        Array.set(array, i, all[i]);
      }
      return array;
    }

    void sort(MethodHandles.Lookup lookup) throws Throwable {
      Object linker = linkers.getMethod("nativeLinker").invoke(null);
      Object address = layout("ADDRESS");
      Object size = layout("JAVA_LONG");
      Object sorts =
          descriptors
              .getMethod("ofVoid", layouts().getClass())
              .invoke(null, layouts(address, size, size, address));
      Object compares =
          descriptors
              .getMethod("of", layouts, layouts().getClass())
              .invoke(null, layout("JAVA_INT"), layouts(address, address));
      Object library = linkers.getMethod("defaultLookup").invoke(linker);
      Object qsort =
          ((Optional<?>)
                  named("SymbolLookup").getMethod("find", String.class).invoke(library, "qsort"))
              .orElseThrow();
      MethodHandle call =
          (MethodHandle)
              linkers
                  .getMethod("downcallHandle", segments, descriptors, noOptions.getClass())
                  .invoke(linker, qsort, sorts, noOptions);
      MethodHandle compare =
          lookup
              .findStatic(
                  ClassPrograms.class,
                  "compare",
                  MethodType.methodType(int.class, Object.class, Object.class))
              .asType(MethodType.methodType(int.class, segments, segments));
      Object arena = arenas.getMethod("ofAuto").invoke(null);
      Object stub =
          linkers
              .getMethod(
                  "upcallStub", MethodHandle.class, descriptors, arenas, noOptions.getClass())
              .invoke(linker, compare, compares, arena, noOptions);
      Object numbers = arenas.getMethod("allocate", long.class).invoke(arena, 16L);
      call.invokeWithArguments(numbers, 2L, 8L, stub);
    }
  }
}
