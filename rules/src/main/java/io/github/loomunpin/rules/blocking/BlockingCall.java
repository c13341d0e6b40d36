// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.blocking;

/**
 * A line of the catalog.
 *
 * @param owner internal name of the class that declares the method, or of one that inherits it
 * @param method name, {@code <init>} for a constructor
 * @param parameters as descriptors, without parentheses; {@code *} for all overloads
 * @param isCertain whether it blocks whatever object it is called on
 * @param firstJdk the first feature release that has it, 21 or later
 * @param lastJdk the last one, {@link Integer#MAX_VALUE} if it is still there
 * @param source where it is said that it blocks
 */
public record BlockingCall(
    String owner,
    String method,
    String parameters,
    BlockingKind kind,
    boolean isCertain,
    int firstJdk,
    int lastJdk,
    String source) {

  boolean takes(String descriptor) {
    return parameters.equals("*")
        || descriptor.startsWith(parameters, 1)
            && descriptor.startsWith(")", parameters.length() + 1);
  }

  /** Whether a JDK of a feature release has it. */
  public boolean isIn(int release) {
    return firstJdk <= release && release <= lastJdk;
  }
}
