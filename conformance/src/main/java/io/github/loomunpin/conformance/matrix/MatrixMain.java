// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Prints what comes of every kind of object, a line each and one for every surprise. Arguments:
 * "short" or "long", "platform" or "virtual" threads or "both", and the names of kinds if not all
 * are wanted; of these every single result is printed.
 */
public final class MatrixMain {
  private MatrixMain() {}

  public static void main(String[] arguments) throws Throwable {
    boolean isLong = arguments[0].equals("long");
    String threads = arguments[1];
    Set<String> chosen = Set.copyOf(List.of(arguments).subList(2, arguments.length));
    Consumer<String> full = chosen.isEmpty() ? null : System.out::println;
    for (ObjectKind kind : kinds()) {
      if (!chosen.isEmpty() && !chosen.contains(kind.name())) {
        continue;
      }
      for (boolean virtual : new boolean[] {false, true}) {
        if (threads.equals("both") || threads.equals("virtual") == virtual) {
          KindRun run = new KindRun(kind, virtual, isLong, full);
          run.outcome().forEach(line -> System.out.println("OUT: " + line));
        }
      }
    }
    System.exit(0);
  }

  /** They are generated, hence the detour. */
  @SuppressWarnings("unchecked")
  private static List<ObjectKind> kinds() throws ReflectiveOperationException {
    Object kinds =
        Class.forName("io.github.loomunpin.conformance.matrix.ForKinds")
            .getConstructor()
            .newInstance();
    return ((Supplier<List<ObjectKind>>) kinds).get();
  }
}
