// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

/**
 * Calls of the JDK's interfaces that are followed only if it is known which objects of the program
 * they are on: most objects that have these are the JDK's, and what those do is short.
 */
final class KnownReceivers {

  private KnownReceivers() {}

  static boolean matter(String owner, String name) {
    return switch (owner) {
      case "java/util/Iterator" -> name.equals("next") || name.equals("hasNext");
      case "java/lang/AutoCloseable", "java/io/Closeable" -> name.equals("close");
      default -> false;
    };
  }

  /** Whether the program may tell which objects a call is on. */
  static boolean mayBeKnown(Call call) {
    return call.receivers().stream()
        .anyMatch(
            receiver ->
                switch (receiver.kind()) {
                  case FIELD, RESULT -> true;
                  case NEW -> !CodeReader.isJdk(receiver.type());
                  default -> false;
                });
  }
}
