// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Vector;

/** One of two classes of this name. */
final class Judging {
  private Judging() {}

  /** Locked by the JDK's code as well. */
  public static class Shared extends Vector<Integer> {
    private static final long serialVersionUID = 1;
  }
}
