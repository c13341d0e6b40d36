// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

/**
 * What is known of a generated method before its body is written.
 *
 * @param parameter the type of its second parameter of an object
 */
record MethodShape(
    int number, boolean isStatic, boolean isSynchronized, String result, String parameter) {

  static MethodShape some(Random random, int number) {
    return new MethodShape(
        number,
        random.percent(50),
        random.percent(40),
        random.of("int", "Object", "void"),
        random.of("Object", "List<?>", "App", "Locking", "Vector<?>", "Comparable<?>"));
  }

  String head() {
    return (isStatic ? "static " : "")
        + (isSynchronized ? "synchronized " : "")
        + result
        + " m%d(final Trace t, final int n, final Object p0, final %s p1)"
            .formatted(number, parameter)
        + " throws Exception {";
  }

  /** What the method ends with where its end can be reached. */
  String end(int place) {
    return switch (result) {
      case "int" -> "return t.value(" + place + ", " + number + ");";
      case "Object" -> "return p0;";
      default -> "return;";
    };
  }
}
