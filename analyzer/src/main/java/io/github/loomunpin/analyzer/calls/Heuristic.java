// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The rules of the call graph and of the search in it that one could do without. Each is asked for
 * where it decides something; all are always used, except where {@code tools/accuracy --heuristics}
 * measures what each is worth.
 */
public enum Heuristic {
  INSTANTIATED_TYPES("instantiated types: every class counts"),
  CLASSES_OF_USERS("classes that users of a library may make"),
  POINTS_TO("points-to sets"),
  RESULTS("of these, results of methods"),
  OPEN_WORLD("open world"),
  STREAMS("streams that are not a socket's"),
  OWN_STREAMS("of these, streams of the program's own classes"),
  KEPT_STREAMS("of these, streams in fields and results"),
  SPECIALIZATION("specialization"),
  FLAGS("of that, for boolean constants"),
  DELEGATION("delegation"),
  SHARE("a call with many targets, half of which block"),
  THREE_GUESSES("paths with three guesses"),
  PASSED_FUNCTIONS("functions that callers pass, followed to who runs them"),
  HOLDER_FUNCTIONS("the same for the monitor of the method that runs them"),
  JDK_FUNCTIONS("functions that the JDK runs"),
  PROXIES("dynamic proxies"),
  ANNOTATED("classes with an annotation");

  /** All of them. */
  public static final Set<Heuristic> ALL =
      Collections.unmodifiableSet(EnumSet.allOf(Heuristic.class));

  private final String text;

  Heuristic(String text) {
    this.text = text;
  }

  /** As a row of a table names it. */
  public String text() {
    return text;
  }
}
