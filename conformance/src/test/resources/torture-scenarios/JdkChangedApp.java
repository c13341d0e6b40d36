// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import io.github.loomunpin.conformance.torture.EmptyPreferences;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
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

  private static String entered;

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

  private static void contest(String name, TwoWays.Way held, TwoWays.Way tried)
      throws InterruptedException {
    System.clearProperty(ENTERED);
    boolean excludes =
        TwoWays.exclude(held, tried, () -> entered = System.getProperty(ENTERED));
    System.out.println("OUT: " + name + " excludes " + excludes + " entered " + entered);
  }

  /** Has the lock of the JDK's class above it. */
  private static final class Settings extends EmptyPreferences {

    void locking(Runnable inside) {
      synchronized (lock) {
        inside.run();
      }
    }
  }
}
