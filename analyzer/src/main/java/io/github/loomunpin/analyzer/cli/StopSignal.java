// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import java.lang.reflect.Proxy;

/**
 * Ctrl-C, or {@code kill}, as a request instead of the end. The JDK offers this only in {@code
 * sun.misc}, which compilers warn of, so it is called by reflection; without it, Ctrl-C ends the
 * JVM.
 */
final class StopSignal {

  private StopSignal() {}

  /** From now on, the first such signal runs the task; a second one of its kind ends the JVM. */
  static void onRequest(Runnable task) {
    on("INT", task);
    on("TERM", task);
  }

  private static void on(String name, Runnable task) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      Object usual = handlerType.getField("SIG_DFL").get(null);
      Object handler =
          Proxy.newProxyInstance(
              StopSignal.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  signalType
                      .getMethod("handle", signalType, handlerType)
                      .invoke(null, signal, usual);
                  task.run();
                }
                return null;
              });
      signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Without the class, or where the JVM keeps the signal to itself (-Xrs).
      return;
    }
  }
}
