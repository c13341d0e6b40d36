// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

/** One of two classes of this name. */
final class Judging {
  private Judging() {}

  /** Locked by nobody but the application. */
  public static class Shared {
    public synchronized int size() {
      return 0;
    }
  }
}
