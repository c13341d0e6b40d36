// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.samples;

/** Calls through. */
public class HasNoSites {

  public void run(Runnable call) {
    call.run();
  }
}
