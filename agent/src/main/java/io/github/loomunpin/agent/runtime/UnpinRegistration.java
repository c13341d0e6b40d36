// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.nio.channels.SelectableChannel;

/** Objects that code of the JDK locks: handed to it, or handed out by it. */
public final class UnpinRegistration {

  private static final Unsafe U = UnpinBucket.U;
  private static final UnpinRegistration ONLY = new UnpinRegistration();
  private static final long LATE = U.objectFieldOffset(UnpinRegistration.class, "late");
  private static final long FOREIGN = U.objectFieldOffset(UnpinRegistration.class, "foreign");

  private volatile int late;
  private volatile int foreign;

  private UnpinRegistration() {}

  static void register(Object o) {
    if (o == null) {
      return;
    }
    if (o.getClass() != Object.class) {
      if (!UnpinMonitors.isNative(o) && ONLY.countFirst(FOREIGN, ONLY.foreign)) {
        UnpinAgentLink.agent()
            .report(
                "a "
                    .concat(o.getClass().getName())
                    .concat(
                        " is given to the JDK as a lock, which locks it natively while rewritten code"
                            .concat(" does not: the two do not exclude each other")));
      }
    } else if (UnpinNativeObjects.add(o)
        && UnpinOwnership.isInUse(o)
        && ONLY.countFirst(LATE, ONLY.late)) {
      UnpinAgentLink.agent()
          .report(
              "an object is given to the JDK as a lock while rewritten code is holding it:"
                  .concat(" until that leaves, the two do not exclude each other"));
    }
  }

  /** What a method of the JDK returned, registered. */
  @Hidden
  public static Object handedOut(Object o) {
    register(o);
    return o;
  }

  /** Instead of {@link SelectableChannel#blockingLock}. */
  @Hidden
  public static Object blockingLock(Object channel) {
    return handedOut(((SelectableChannel) channel).blockingLock());
  }

  static int late() {
    return ONLY.late;
  }

  private boolean countFirst(long field, int seen) {
    while (!U.compareAndSetInt(this, field, seen, seen + 1)) {
      seen = field == LATE ? late : foreign;
    }
    return seen == 0;
  }
}
