// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * What code that {@code exclude=} or {@code include=} keeps native makes instead of a plain {@link
 * Object}, which has no class by which all code could tell that it is to be locked natively.
 */
public class UnpinKeptNative {

  /** As {@link Object#Object()}. */
  public UnpinKeptNative() {}
}
