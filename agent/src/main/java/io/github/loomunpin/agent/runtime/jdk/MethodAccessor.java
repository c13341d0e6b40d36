// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

import java.lang.reflect.InvocationTargetException;

/**
 * Stands for {@code jdk.internal.reflect.MethodAccessor}, which {@code Method.invoke} calls, until
 * the jar is built, as {@link Unsafe} stands for the JDK's class of its name.
 */
public interface MethodAccessor {

  Object invoke(Object o, Object[] arguments) throws InvocationTargetException;

  Object invoke(Object o, Object[] arguments, Class<?> caller) throws InvocationTargetException;
}
