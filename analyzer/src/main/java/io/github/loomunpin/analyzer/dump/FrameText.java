// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.sight.JdkLoaders;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Frames as text, in the two forms that there are: {@code module@version/a.B.c(B.java:12)}, as a
 * stack trace element prints itself, and {@code a.B.c(module@version/B.java:12)}, as the JVM does.
 * Equal frames become one object.
 */
final class FrameText {

  private static final String NATIVE = "Native Method";

  private final Map<Frame, Frame> known = new HashMap<>();

  /**
   * Nothing if the text is not a frame.
   *
   * @param text without {@code at}; whatever follows the bracket is ignored
   */
  Optional<Frame> parse(String text) {
    int open = text.indexOf('(');
    int close = text.indexOf(')', open + 1);
    if (open <= 0 || close < 0) {
      return Optional.empty();
    }
    // The name of a hidden class has a slash of its own.
    String called = text.substring(0, open).replace("/0x", "+0x");
    int slash = called.lastIndexOf('/');
    int dot = called.lastIndexOf('.');
    if (dot <= slash + 1 || dot == called.length() - 1 || called.indexOf(' ') >= 0) {
      return Optional.empty();
    }
    String where = text.substring(open + 1, close);
    int module = where.lastIndexOf('/');
    String type = called.substring(slash + 1, dot);
    String place = where.substring(module + 1);
    boolean jdk =
        isJdkModule(slash < 0 ? "" : called.substring(0, slash))
            || isJdkModule(module < 0 ? "" : where.substring(0, module))
            || isJdkClass(type);
    Frame frame =
        new Frame(
            type.replace('.', '/'),
            MovedMethods.inSource(called.substring(dot + 1)),
            "",
            -1,
            line(place),
            jdk,
            place.equals(NATIVE));
    return Optional.of(known.computeIfAbsent(frame, f -> f));
  }

  /** Also behind the name of a loader, as in {@code app/java.base@21}. */
  private static boolean isJdkModule(String prefix) {
    return JdkLoaders.haveModule(prefix.substring(prefix.lastIndexOf('/') + 1));
  }

  /** Hidden classes of the JDK, and frames of which the module was cut off, are its own as well. */
  private static boolean isJdkClass(String type) {
    return type.startsWith("java.") || type.startsWith("jdk.internal.") || type.startsWith("sun.");
  }

  private static int line(String place) {
    int colon = place.lastIndexOf(':');
    if (colon < 0) {
      return -1;
    }
    try {
      return Integer.parseInt(place.substring(colon + 1));
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
