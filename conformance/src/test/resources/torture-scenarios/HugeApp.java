// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Runs the methods of the given classes often enough to be compiled. Each takes a number of rounds
 * and returns a checksum.
 */
public final class HugeApp {
  public static void main(String[] names) throws Exception {
    for (String name : names) {
      Class<?> c = Class.forName(name);
      Object o = c.getConstructor().newInstance();
      Method[] methods = c.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        // Which object is locked shall not be known in advance.
        Object lock = method.getName().length() % 2 == 0 ? new Object() : new int[1];
        Object sum = 0;
        for (int i = 0; i < 3_000; i++) {
          sum = method.invoke(o, lock, 5);
        }
        System.out.println("OUT: " + name + " " + method.getName() + " " + sum);
      }
    }
  }
}
