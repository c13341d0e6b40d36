// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** Has no monitor in its class file. */
public final class EarlySite implements Runnable {

  @Override
  public void run() {
    // Another agent puts a monitor around this.
  }
}
