// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.Instrumentation;

/** Another agent, that lets the application redefine and retransform classes. */
public final class Holder {
  static Instrumentation instrumentation;

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
  }
}
