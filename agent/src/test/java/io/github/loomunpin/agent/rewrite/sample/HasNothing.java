// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

/** No sites. */
public class HasNothing {

  public int plain(int x) {
    return x < 0 ? -x : x;
  }
}
