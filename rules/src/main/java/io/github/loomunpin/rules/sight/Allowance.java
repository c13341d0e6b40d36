// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What may pin, and whose pins are of interest.
 *
 * @param allowed classes and methods that may pin
 * @param own packages of the own code; all if empty
 */
public record Allowance(NameGlobs allowed, NameGlobs own) {

  /** Nothing may pin, and all code counts as one's own. */
  public static final Allowance NONE = new Allowance(NameGlobs.NONE, NameGlobs.NONE);

  /** With packages, to which those below them belong. */
  public static Allowance of(List<String> allow, List<String> own) {
    return new Allowance(
        NameGlobs.parse(String.join(";", allow)),
        NameGlobs.parse(
            own.stream()
                .map(name -> name.endsWith("*") ? name : name + ".*")
                .collect(Collectors.joining(";"))));
  }

  /**
   * Whether a pin may be: all that are to blame may pin or, where no monitor is known, any of those
   * on the stack.
   */
  public boolean allows(List<MonitorSite> blamed, List<? extends StackFrame> stack) {
    return blamed.isEmpty()
        ? stack.stream().anyMatch(frame -> allows(frame.className(), frame.method()))
        : blamed.stream().allMatch(site -> allows(site.owner(), site.method()));
  }

  private boolean allows(String owner, String method) {
    return allowed.matches(owner) || allowed.matches(owner + "." + method);
  }

  /** Whether it is known what is to blame, and none of that is of the own packages. */
  public boolean isForeign(List<MonitorSite> blamed) {
    return !own.isEmpty()
        && !blamed.isEmpty()
        && blamed.stream().noneMatch(site -> own.matches(site.owner()));
  }
}
