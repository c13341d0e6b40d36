// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Something a result does not cover.
 *
 * @param kind whether the input itself could not be read
 * @param where file, entry or event, as a user knows it
 * @param what one clause, without the place
 */
public record Gap(Kind kind, String where, String what) {

  /** More than a reader looks through; each is a line. */
  static final int MOST_SHOWN = 100;

  /** Why something is missing. */
  public enum Kind {
    /** Input that could not be read, in whole or in part. */
    UNREADABLE,
    /** Input that was read but cannot say what was asked. */
    NOT_SAID
  }

  public static Gap unreadable(String where, String what) {
    return new Gap(Kind.UNREADABLE, where, what);
  }

  public static Gap notSaid(String where, String what) {
    return new Gap(Kind.NOT_SAID, where, what);
  }

  /** What an output shows of a list, whose last line says how many more there are. */
  public static List<Gap> bounded(List<Gap> all) {
    if (all.size() <= MOST_SHOWN) {
      return all;
    }
    List<Gap> rest = all.subList(MOST_SHOWN, all.size());
    Kind kind = rest.stream().anyMatch(Gap::isUnreadable) ? Kind.UNREADABLE : Kind.NOT_SAID;
    List<Gap> shown = new ArrayList<>(all.subList(0, MOST_SHOWN));
    shown.add(new Gap(kind, "and others", rest.size() + " more that are not listed"));
    return List.copyOf(shown);
  }

  /** One clause on a failure to read something. */
  public static String reason(Exception failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  public boolean isUnreadable() {
    return kind == Kind.UNREADABLE;
  }

  @Override
  public String toString() {
    return where + ": " + what;
  }
}
