// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/**
 * Where the Java code of an application was, looked at many times a second: whose code it was, and
 * in which method. Native code, the compiler and the collector are not seen.
 *
 * @param byOwner how many samples fell into whose code. What the JDK does for a library counts as
 *     the library's
 * @param byMethod how many fell into which method, be it the JDK's
 */
public record ProfileSamples(Map<String, Integer> byOwner, Map<String, Integer> byMethod) {

  static final String EVENT = "jdk.ExecutionSample";

  /** Often enough for some hundred samples of a run, and too seldom to cost anything. */
  static final List<String> SETTINGS = List.of(EVENT + "#enabled=true", EVENT + "#period=10ms");

  /** What runs for nobody, such as the scheduler of virtual threads. */
  static final String JDK = "JDK";

  static final String AGENT = "loom-unpin";

  private static final Pattern OF_JDK = Pattern.compile("(?:java|jdk|sun|com\\.sun)\\..*");

  /** The agent's locks have to be in a package of the JDK. */
  private static final Pattern OF_AGENT =
      Pattern.compile("java\\.lang\\.\\$Unpin.*|io\\.github\\.loomunpin\\.agent\\..*");

  private static final Pattern TWO_NAMES = Pattern.compile("[^.]+(?:\\.[^.]+)?(?=\\.)");

  public ProfileSamples {
    byOwner = Map.copyOf(byOwner);
    byMethod = Map.copyOf(byMethod);
  }

  /** Adds up samples. */
  static final class Counter {

    private final Map<String, Integer> byOwner = new HashMap<>();
    private final Map<String, Integer> byMethod = new HashMap<>();

    void add(RecordedEvent sample) {
      var stack = sample.getStackTrace();
      if (stack == null || stack.getFrames().isEmpty()) {
        return;
      }
      var classes = stack.getFrames().stream().map(Counter::className).toList();
      byOwner.merge(owner(classes), 1, Integer::sum);
      var top = stack.getFrames().getFirst();
      byMethod.merge(className(top) + "." + top.getMethod().getName(), 1, Integer::sum);
    }

    private static String className(RecordedFrame frame) {
      return frame.getMethod().getType().getName();
    }

    ProfileSamples samples() {
      return new ProfileSamples(byOwner, byMethod);
    }
  }

  /**
   * The first that is not the JDK's.
   *
   * @param classes of a stack, innermost first
   */
  static String owner(List<String> classes) {
    for (var name : classes) {
      if (OF_AGENT.matcher(name).matches()) {
        return AGENT;
      }
      if (!OF_JDK.matcher(name).matches()) {
        var names = TWO_NAMES.matcher(name);
        return names.lookingAt() ? names.group() : name;
      }
    }
    return JDK;
  }
}
