// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Converted classes lock as all others do. */
class ConvertedExclusionIT extends Converting {

  /** Many threads, all kinds of code, few locks: an application's class, a plain one, the JDK's. */
  private static final Map<String, String> EXCLUSION =
      Map.of(
          "Shared",
          """
          public class Shared {
            public static final Object PLAIN = new Object();
            public static final java.util.Vector<String> NATIVE = new java.util.Vector<>();
            public static final Shared OWN = new Shared();
            public static final Object[] LOCKS = {PLAIN, NATIVE, OWN, Shared.class};
            public static final int[] counts = new int[LOCKS.length];
            public static volatile int inside[] = new int[LOCKS.length];

            /** Anyone else inside at the same time is seen. */
            public static void step(int lock) throws InterruptedException {
              int count = counts[lock];
              if (count % 64 == 0) {
                Thread.sleep(1);
              } else {
                Thread.yield();
              }
              if (!Thread.holdsLock(LOCKS[lock])) {
                throw new IllegalStateException("not held: " + lock);
              }
              counts[lock] = count + 1;
            }
          }
          """,
          "Converted",
          """
          public class Converted implements Runnable {
            public void run() {
              try {
                for (int i = 0; i < 400; i++) {
                  int lock = i % Shared.LOCKS.length;
                  synchronized (Shared.LOCKS[lock]) {
                    Shared.step(lock);
                  }
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            }
          }
          """);

  private static final String OTHER = EXCLUSION.get("Converted");

  private static final Map<String, String> EXCLUSION_MAIN =
      Map.of(
          "Unconverted",
          OTHER.replace("Converted", "Unconverted"),
          "Main",
          """
          import java.net.URL;
          import java.net.URLClassLoader;
          import java.util.ArrayList;
          import java.util.List;

          public class Main {
            public static void main(String[] args) throws Exception {
              List<Thread> threads = new ArrayList<>();
              URLClassLoader loader = new URLClassLoader(new URL[] {java.net.URI.create(args[0]).toURL()});
              for (int i = 0; i < 4; i++) {
                for (String name : List.of("Converted", "Unconverted", "Loaded")) {
                  Runnable task =
                      (Runnable) loader.loadClass(name).getDeclaredConstructor().newInstance();
                  threads.add(Thread.ofVirtual().start(task));
                  threads.add(Thread.ofPlatform().start(task));
                }
              }
              for (Thread thread : threads) {
                thread.join();
              }
              System.out.println("counted " + java.util.Arrays.toString(Shared.counts));
            }
          }
          """);

  @Test
  void converted_and_other_classes_exclude_one_another() throws Exception {
    Path shared = jar("shared", List.of(), EXCLUSION);
    Path main = jar("main", List.of(shared), EXCLUSION_MAIN);
    Path loaded =
        jar("loaded", List.of(shared), Map.of("Loaded", OTHER.replace("Converted", "Loaded")));
    assertThat(convert(shared).exitCode()).isZero();
    assertThat(convert(loaded).exitCode()).isZero();
    String each = "counted [2400, 2400, 2400, 2400]";

    List<Path> now = List.of(converted.resolve("shared.jar"), main);
    String url = converted.resolve("loaded.jar").toUri().toString();
    String output = run(with(AGENT, "", now, "Main", url));

    assertThat(output).contains(each).contains("converted ahead: 2 classes used");
  }
}
