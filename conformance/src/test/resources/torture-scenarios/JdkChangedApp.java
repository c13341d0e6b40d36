// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Another agent changes classes of the JDK that have locks: it starts from the JDK's own class
 * files, or puts code into a synchronized method. Then threads lock the same objects in two ways.
 */
public final class JdkChangedApp {
  private static final String ENTERED = "scenario.entered";
  private static final Set<String> UNDONE =
      Set.of(
          "java/util/Collections$SynchronizedMap",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/Vector",
          "java/util/prefs/AbstractPreferences");

  private JdkChangedApp() {}

  /** Puts code at the beginning of a method. */
  private static final class Advising implements ClassFileTransformer {

    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> loaded,
        ProtectionDomain domain,
        byte[] classFile) {
      return loaded != Vector.class
          ? null
          : new ByteBuddy()
              .redefine(
                  Vector.class, ClassFileLocator.Simple.of(Vector.class.getName(), classFile))
              .visit(Advice.to(Entering.class).on(ElementMatchers.named("size")))
              .make()
              .getBytes();
    }
  }

  static final class Entering {
    private Entering() {}

    @Advice.OnMethodEnter
    static void enter() {
      System.setProperty(ENTERED, "yes");
    }
  }

  private interface Way {
    void run(Runnable inside);
  }

  public static void main(String[] args) throws Exception {
    ClassFileTransformer other =
        args.length == 0 ? null : args[0].equals("advised") ? new Advising() : new OfImage(UNDONE::contains);
    if (other != null) {
      ChangingAgent.instrumentation.addTransformer(other, true);
      ChangingAgent.instrumentation.retransformClasses(
          Class.forName("java.util.Collections$SynchronizedMap"),
          ConcurrentHashMap.class,
          Vector.class);
    }
    Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
    contest("map", inside -> lock(map, inside), inside -> map.put(1, 1));
    Vector<Integer> vector = new Vector<>(List.of(1));
    contest("vector", inside -> lock(vector, inside), inside -> vector.add(2));
    contest("each", inside -> vector.forEach(x -> inside.run()), inside -> lock(vector, inside));
    ConcurrentHashMap<Integer, Integer> concurrent = new ConcurrentHashMap<>();
    contest(
        "concurrent",
        inside -> concurrent.compute(1, (k, v) -> value(inside)),
        inside -> concurrent.merge(1, 1, Integer::sum));
    Settings settings = new Settings();
    contest("settings", settings::locking, inside -> settings.put("a", "b"));
    contest("size", inside -> lock(vector, inside), inside -> vector.size());
  }

  private static void lock(Object lock, Runnable inside) {
    synchronized (lock) {
      inside.run();
    }
  }

  private static int value(Runnable inside) {
    inside.run();
    return 1;
  }

  private static void contest(String name, Way held, Way tried) throws InterruptedException {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () ->
                    held.run(
                        () -> {
                          holding.countDown();
                          await(release);
                        }));
    holding.await();
    System.clearProperty(ENTERED);
    Thread other = Thread.ofPlatform().start(() -> tried.run(() -> {}));
    while (other.isAlive() && !isStuck(other)) {
      Thread.onSpinWait();
    }
    System.out.println(
        "OUT: " + name + " excludes " + other.isAlive() + " entered " + System.getProperty(ENTERED));
    release.countDown();
    holder.join();
    other.join();
  }

  /** Seen several times, since loading a class may make it wait for a moment. */
  private static boolean isStuck(Thread thread) throws InterruptedException {
    for (int seen = 0; seen < 20; seen++) {
      Thread.State state = thread.getState();
      if (state != Thread.State.BLOCKED && state != Thread.State.WAITING) {
        return false;
      }
      Thread.sleep(5);
    }
    return true;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Has the lock of the JDK's class above it. */
  private static final class Settings extends EmptySettings {

    void locking(Runnable inside) {
      synchronized (lock) {
        inside.run();
      }
    }
  }
}
