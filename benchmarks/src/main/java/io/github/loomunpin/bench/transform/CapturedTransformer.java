// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import io.github.loomunpin.agent.start.AgentStart;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Starts the agent, but keeps the transformer it registers instead of giving it to the JVM. */
final class CapturedTransformer {

  private ClassFileTransformer transformer;

  private CapturedTransformer() {}

  static ClassFileTransformer of(Instrumentation instrumentation) {
    CapturedTransformer captured = new CapturedTransformer();
    AgentStart.start(
        "",
        (Instrumentation)
            Proxy.newProxyInstance(
                CapturedTransformer.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> captured.call(instrumentation, method, arguments)));
    if (captured.transformer == null) {
      throw new IllegalStateException("the agent registers no transformer on this JVM");
    }
    return captured.transformer;
  }

  private Object call(Instrumentation instrumentation, Method method, Object[] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "addTransformer" -> {
        transformer = (ClassFileTransformer) arguments[0];
        yield null;
      }
      // The JVM would not find the transformer to which the prefix belongs.
      case "isNativeMethodPrefixSupported" -> false;
      default -> {
        try {
          yield method.invoke(instrumentation, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    };
  }
}
