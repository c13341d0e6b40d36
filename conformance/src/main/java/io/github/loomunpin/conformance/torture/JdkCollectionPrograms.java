// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Properties;
import java.util.Vector;

/** Objects whose own JDK code locks them: blocks of the application must exclude that code. */
final class JdkCollectionPrograms {
  private JdkCollectionPrograms() {}

  @Torture(
      shows = "check-then-act in synchronized (vector) against Vector's own methods",
      core = true,
      sample = true,
      shape = true)
  static String vectorCompound(Env env) {
    Vector<Integer> vector = new Vector<>(List.of(0));
    Contest.Way jdk =
        action ->
            vector.replaceAll(
                x -> {
                  action.run();
                  return x;
                });
    Contest.Way block =
        action -> {
          synchronized (vector) {
            action.run();
          }
        };
    RacyCounter tally = new RacyCounter();
    String contests = Contest.ofNative(env).excludeEachOther(block, jdk);
    String count =
        env.countUnder(tally, () -> block.inside(tally::bump), () -> jdk.inside(tally::bump));
    env.hammer(
        4,
        env.n(5_000),
        () -> {
          vector.add(1);
          synchronized (vector) {
            if (!vector.isEmpty()) {
              vector.remove(vector.size() - 1);
            }
          }
        });
    return contests + ", " + count + ", size " + vector.size();
  }

  @Torture(shows = "check-then-act in synchronized (hashtable) against Hashtable's own methods")
  static String hashtableCompound(Env env) {
    Hashtable<String, Integer> table = new Hashtable<>();
    table.put("n", 0);
    Contest.Way jdk =
        action ->
            table.compute(
                "n",
                (k, v) -> {
                  action.run();
                  return v;
                });
    Contest.Way block =
        action -> {
          synchronized (table) {
            action.run();
          }
        };
    String contests = Contest.ofNative(env).excludeEachOther(block, jdk);
    int times = env.n(5_000);
    env.hammer(
        4,
        times,
        () -> {
          table.merge("n", 1, Integer::sum);
          synchronized (table) {
            table.put("n", table.get("n") + 1);
          }
        });
    Check.same(8 * times, table.get("n"), "sum");
    return contests + ", count exact";
  }

  @Torture(
      shows = "iteration in synchronized (list) against Collections.synchronizedList's methods")
  static String synchronizedListIteration(Env env) {
    List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2, 3)));
    Contest.Way jdk =
        action ->
            list.replaceAll(
                x -> {
                  action.run();
                  return x;
                });
    Contest.Way block =
        action -> {
          synchronized (list) {
            action.run();
          }
        };
    Contest.ofNative(env).excludeEachOther(block, jdk);
    env.hammer(
        4,
        env.n(1_000),
        () -> {
          list.add(1);
          synchronized (list) {
            int sum = 0;
            // Throws ConcurrentModificationException if an add gets in.
            for (int x : list) {
              sum += x;
            }
            Check.that(sum >= 6, "the first elements stay");
            if (list.size() > 50) {
              list.subList(3, list.size()).clear();
            }
          }
        });
    return "exclude each other, no concurrent modification";
  }

  @Torture(shows = "two appends in synchronized (stringBuffer) stay adjacent to each other")
  static String stringBufferBlock(Env env) {
    StringBuffer buffer = new StringBuffer();
    int times = env.n(3_000);
    env.hammer(
        4,
        times,
        () -> {
          synchronized (buffer) {
            buffer.append('(');
            Thread.yield();
            buffer.append(')');
          }
          buffer.append('.');
        });
    String text = buffer.toString();
    Check.same(12 * times, text.length(), "length");
    Check.same("", text.replace("()", "").replace(".", ""), "characters out of place");
    return "pairs intact";
  }

  @Torture(
      shows = "lines printed by parts in synchronized (printStream) are not interleaved",
      note =
          "A subclass of PrintStream: since JDK 19 the class itself guards with a lock of its own,"
              + " not with its monitor.")
  static String printStreamBlock(Env env) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    class Console extends PrintStream {
      Console() {
        super(bytes, true, StandardCharsets.US_ASCII);
      }
    }
    PrintStream console = new Console();
    int times = env.n(1_000);
    env.hammer(
        4,
        times,
        () -> {
          synchronized (console) {
            console.print("first ");
            Thread.yield();
            console.println("second");
          }
          console.println("whole");
        });
    List<String> lines = bytes.toString(StandardCharsets.US_ASCII).lines().toList();
    Check.same(8 * times, lines.size(), "lines");
    Check.same(4L * times, lines.stream().filter("first second"::equals).count(), "composed lines");
    Check.same(4L * times, lines.stream().filter("whole"::equals).count(), "whole lines");
    return "lines intact";
  }

  @Torture(
      shows = "synchronized methods of a ByteArrayOutputStream's subclass against inherited ones")
  static String baosSubclassSync(Env env) {
    class Pairs extends ByteArrayOutputStream {
      synchronized void pair() {
        write('(');
        Thread.yield();
        write(')');
      }

      void pairInBlock() {
        synchronized (this) {
          write('<');
          Thread.yield();
          super.write('>');
        }
      }
    }
    Pairs pairs = new Pairs();
    int times = env.n(1_000);
    env.hammer(
        4,
        times,
        () -> {
          pairs.pair();
          pairs.write('.');
          pairs.pairInBlock();
        });
    String text = pairs.toString(StandardCharsets.US_ASCII);
    Check.same(20 * times, text.length(), "length");
    Check.same(
        "", text.replace("()", "").replace("<>", "").replace(".", ""), "characters out of place");
    return "pairs intact";
  }

  @Torture(shows = "synchronized (properties) against the methods of Properties that lock it")
  static String propertiesBlock(Env env) {
    Properties properties = new Properties();
    properties.setProperty("n", "0");
    Contest.Way jdk = action -> properties.forEach((k, v) -> action.run());
    Contest.Way block =
        action -> {
          synchronized (properties) {
            action.run();
          }
        };
    RacyCounter tally = new RacyCounter();
    return Contest.ofNative(env).excludeEachOther(block, jdk)
        + ", "
        + env.countUnder(tally, () -> block.inside(tally::bump), () -> jdk.inside(tally::bump));
  }
}
