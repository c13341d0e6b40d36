// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** One attribute of an MBean. */
record Attribute(ObjectName bean, String name) {

  boolean isIn(MBeanServer server) {
    return read(server) != null;
  }

  /** Zero once the MBean is gone, since registries add to what they are told. */
  ToDoubleFunction<MBeanServer> number() {
    return server -> {
      Object value = read(server);
      return value instanceof Number number
          ? number.doubleValue()
          : Boolean.TRUE.equals(value) ? 1 : 0;
    };
  }

  ToLongFunction<MBeanServer> whole() {
    return server -> (long) number().applyAsDouble(server);
  }

  /** The value of an attribute that is a text, as tags need it. */
  String text(MBeanServer server) {
    return read(server) instanceof String text && !text.isEmpty() ? text : "unknown";
  }

  private Object read(MBeanServer server) {
    try {
      return server.getAttribute(bean, name);
    } catch (JMException | RuntimeException e) {
      return null;
    }
  }
}
