// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.stack;

/**
 * How the class path differs from the one that ran, where that casts doubt on a report.
 *
 * @param otherVersions whether frames do not fit its classes
 * @param lacksClasses whether it does not have classes of frames
 */
public record ClassPathDoubt(boolean otherVersions, boolean lacksClasses) {

  public static final ClassPathDoubt NONE = new ClassPathDoubt(false, false);

  public ClassPathDoubt or(ClassPathDoubt other) {
    return new ClassPathDoubt(
        otherVersions || other.otherVersions, lacksClasses || other.lacksClasses);
  }
}
