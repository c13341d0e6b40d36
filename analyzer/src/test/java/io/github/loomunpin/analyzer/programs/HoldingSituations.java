// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Ways to hold a monitor while a thread parks. */
final class HoldingSituations {

  static final class Box {}

  static final class Pair {
    private final Object left = new Object();
    private final Object right = new Object();

    Object side(int number) {
      return number == 0 ? left : right;
    }
  }

  interface Named {
    String name();
  }

  interface Guarded {
    default void guarded() {
      synchronized (this) {
        AllAtOnce.park();
      }
    }
  }

  static class Base {
    synchronized void inherited() {
      AllAtOnce.park();
    }
  }

  static final class Derived extends Base implements Guarded {}

  enum Colour {
    RED
  }

  static final class Built {
    Built() {
      synchronized (this) {
        AllAtOnce.park();
      }
    }
  }

  static final class Resource implements AutoCloseable {
    @Override
    public synchronized void close() {
      AllAtOnce.park();
    }
  }

  static final class Shown {
    @Override
    public synchronized String toString() {
      AllAtOnce.park();
      return "shown";
    }
  }

  static final class Invoked implements Named {
    @Override
    public synchronized String name() {
      AllAtOnce.park();
      return "";
    }

    public synchronized void reflected() {
      AllAtOnce.park();
    }

    public synchronized void handled() {
      AllAtOnce.park();
    }
  }

  final class Inner {
    void locksOuter() {
      synchronized (HoldingSituations.this) {
        AllAtOnce.park();
      }
    }
  }

  private static final Object SHARED = new Object();
  private static int count;

  private final Object own = new Object();

  static void synchronizedMethod() {
    new Derived().inherited();
  }

  static synchronized void staticMethod() {
    AllAtOnce.park();
  }

  static void defaultMethod() {
    new Derived().guarded();
  }

  static void constructor() {
    new Built();
  }

  static void local() {
    Object lock = new Object();
    synchronized (lock) {
      AllAtOnce.park();
    }
  }

  static void finalField() {
    HoldingSituations owner = new HoldingSituations();
    synchronized (owner.own) {
      AllAtOnce.park();
    }
  }

  static void staticField() {
    synchronized (SHARED) {
      AllAtOnce.park();
    }
  }

  static void classLiteral() {
    synchronized (Colour.class) {
      AllAtOnce.park();
    }
  }

  static void enumConstant() {
    synchronized (Colour.RED) {
      AllAtOnce.park();
    }
  }

  static void array() {
    int[] lock = new int[1];
    synchronized (lock) {
      AllAtOnce.park();
    }
  }

  static void stringConstant() {
    synchronized ("a lock of the situations") {
      AllAtOnce.park();
    }
  }

  static void parameter() {
    onParameter(new Box());
  }

  private static void onParameter(Object lock) {
    synchronized (lock) {
      AllAtOnce.park();
    }
  }

  static void result() {
    Pair pair = new Pair();
    synchronized (pair.side(0)) {
      AllAtOnce.park();
    }
  }

  static void outerInstance() {
    new HoldingSituations().new Inner().locksOuter();
  }

  static void nested() {
    Box outer = new Box();
    Box inner = new Box();
    synchronized (outer) {
      synchronized (inner) {
        AllAtOnce.park();
      }
    }
  }

  static void convertedWithinNative() {
    Hashtable<String, String> outer = new Hashtable<>();
    Box inner = new Box();
    synchronized (outer) {
      synchronized (inner) {
        AllAtOnce.park();
      }
    }
  }

  static void nativeBelowConverted() {
    Box outer = new Box();
    synchronized (outer) {
      locksTable(new Hashtable<>());
    }
  }

  private static void locksTable(Hashtable<String, String> table) {
    synchronized (table) {
      AllAtOnce.park();
    }
  }

  static void recursion() {
    new HoldingSituations().recursive(3);
  }

  private synchronized void recursive(int times) {
    if (times == 0) {
      AllAtOnce.park();
    } else {
      recursive(times - 1);
    }
  }

  static void behindABlock() {
    Box lock = new Box();
    synchronized (lock) {
      count++;
    }
    AllAtOnce.park();
  }

  static void handler() {
    Box lock = new Box();
    synchronized (lock) {
      try {
        throw new IllegalStateException();
      } catch (IllegalStateException e) {
        AllAtOnce.park();
      }
    }
  }

  static void finallyBlock() {
    Box lock = new Box();
    try {
      count++;
    } finally {
      synchronized (lock) {
        AllAtOnce.park();
      }
    }
  }

  static void switchWithin() {
    Box lock = new Box();
    synchronized (lock) {
      switch (count & 1) {
        case 0 -> AllAtOnce.park();
        default -> AllAtOnce.park();
      }
    }
  }

  static void lambda() {
    Box lock = new Box();
    Runnable task = () -> AllAtOnce.park();
    synchronized (lock) {
      task.run();
    }
  }

  static void methodReference() {
    Box lock = new Box();
    Runnable task = AllAtOnce::park;
    synchronized (lock) {
      task.run();
    }
  }

  static void lambdaBehindABlock() {
    Box lock = new Box();
    Runnable task = () -> AllAtOnce.park();
    synchronized (lock) {
      count++;
    }
    task.run();
  }

  static void stream() {
    Box lock = new Box();
    synchronized (lock) {
      Stream.of(1).forEach(i -> AllAtOnce.park());
    }
  }

  static void supplier() {
    Box lock = new Box();
    Supplier<String> supplier =
        () -> {
          AllAtOnce.park();
          return "";
        };
    synchronized (lock) {
      supplier.get();
    }
  }

  static void comparator() {
    Box lock = new Box();
    TreeMap<String, String> map =
        new TreeMap<>(
            (a, b) -> {
              AllAtOnce.park();
              return 0;
            });
    synchronized (lock) {
      map.put("a", "b");
    }
  }

  @SuppressWarnings("try")
  static void resource() {
    try (Resource resource = new Resource()) {
      count++;
    }
  }

  static void concatenation() {
    AllAtOnce.consume("it is " + new Shown());
  }

  static void proxy() {
    Named target = new Invoked();
    Named proxy =
        (Named)
            Proxy.newProxyInstance(
                Named.class.getClassLoader(),
                new Class<?>[] {Named.class},
                (self, method, arguments) -> target.name());
    AllAtOnce.consume(proxy.name());
  }

  static void reflection() throws ReflectiveOperationException {
    Invoked.class.getMethod("reflected").invoke(new Invoked());
  }

  static void methodHandle() throws Throwable {
    MethodHandles.lookup()
        .findVirtual(Invoked.class, "handled", MethodType.methodType(void.class))
        .invoke(new Invoked());
  }

  static void callable() throws Exception {
    Box lock = new Box();
    Callable<String> callable =
        new Callable<>() {
          @Override
          public String call() {
            AllAtOnce.park();
            return "";
          }
        };
    synchronized (lock) {
      callable.call();
    }
  }

  static void concurrentMap() {
    new ConcurrentHashMap<String, String>().computeIfAbsent("key", key -> AllAtOnce.parked());
  }

  static void synchronizedMap() {
    Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
    map.computeIfAbsent("key", key -> AllAtOnce.parked());
  }

  static void hashtable() {
    new Hashtable<String, String>().computeIfAbsent("key", key -> AllAtOnce.parked());
  }

  static void iteration() {
    List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a")));
    list.forEach(each -> AllAtOnce.park());
  }
}
