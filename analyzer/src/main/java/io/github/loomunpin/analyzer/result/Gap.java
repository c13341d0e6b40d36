// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

import java.nio.file.AccessDeniedException;

/**
 * Something a result does not cover.
 *
 * @param kind whether the input itself could not be read
 * @param where file, entry or event, as a user knows it
 * @param what one clause, without the place
 */
public record Gap(Kind kind, String where, String what) {

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
