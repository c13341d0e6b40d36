// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.io.Serializable;

/** Its default serialVersionUID depends on the flag that goes. */
@SuppressWarnings("serial")
public class HasDefaultSerialVersion implements Serializable {

  private int count;

  public synchronized int method() {
    return count;
  }
}
