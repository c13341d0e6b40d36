// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

/**
 * The mode of a site's object and why, in words fit for a report.
 *
 * @param reason empty for {@link Mode#VIRTUAL}
 */
public record Decision(Mode mode, String reason) {

  public static final Decision VIRTUAL = new Decision(Mode.VIRTUAL, "");

  @Override
  public boolean equals(Object object) {
    return object instanceof Decision other && mode == other.mode && reason.equals(other.reason);
  }

  @Override
  public int hashCode() {
    return 31 * mode.hashCode() + reason.hashCode();
  }

  public static Decision nativeBecause(String reason) {
    return new Decision(Mode.NATIVE, reason);
  }

  public static Decision atRunTime(String reason) {
    return new Decision(Mode.RUNTIME, reason);
  }
}
