// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@link ChangingAgent} has methods note; the agent itself may be loaded too early for it. */
public final class Noted {
  private static final List<String> NOTES = new ArrayList<>();

  private Noted() {}

  public static void holds(Object object, String method) {
    boolean held = Thread.holdsLock(object);
    synchronized (NOTES) {
      NOTES.add(method + " held " + held);
    }
  }

  /** What was noted since the last call. */
  static String taken() {
    synchronized (NOTES) {
      String notes = NOTES.toString();
      NOTES.clear();
      return notes;
    }
  }

  /** The methods with their flags. */
  static String flags(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(method -> (Modifier.toString(method.getModifiers()) + " " + method.getName()).strip())
        .sorted()
        .toList()
        .toString();
  }
}
