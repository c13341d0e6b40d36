// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

/** As {@link FakeMonitors}, for methods that are too large for two copies of their bodies. */
public final class FakeStandIn {

  private FakeStandIn() {}

  public static Object enter(Object o) {
    if (o == null || Ledger.isNative(o)) {
      return o;
    }
    Ledger.enter(o);
    return new FakeStandIn();
  }

  public static void exit(Object o, Object entered) {
    if (entered != o) {
      Ledger.exit(o);
    }
  }
}
