// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Vector;

/** Classes whose files nobody can see yet when the class that locks their objects is loaded. */
public final class LateClasses {
  private LateClasses() {}

  public static class Plain {
    public synchronized boolean holds(Object o) {
      return Thread.holdsLock(o);
    }
  }

  public static class Below extends Plain {}

  public static class OfJdk extends Vector<String> {
    private static final long serialVersionUID = 1;
  }

  /** Locks the class itself. */
  public static final class Fixed {
    private Fixed() {}

    public static synchronized boolean holds(Object o) {
      return Thread.holdsLock(o);
    }
  }
}
