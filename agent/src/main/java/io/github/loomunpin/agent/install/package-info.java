// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Defines the runtime's classes in {@code java.lang}, where every class loader and every module
 * finds them. {@link io.github.loomunpin.agent.install.RuntimeInstaller} does it, once, before any
 * class that names one of them is loaded. {@code StackMargin} widens some of their methods before.
 *
 * <p>{@link io.github.loomunpin.agent.install.JdkHooks} then has the JDK call the runtime in a few
 * places, such as where Java code defines classes: {@code RedirectedCalls} changes calls in a class
 * of the JDK, {@code MessageHook} the constructor of {@code VerifyError}, {@code PinHook} what is
 * called when a virtual thread is pinned. {@link io.github.loomunpin.agent.install.JdkAccess} opens
 * packages of the JDK to single classes of the agent.
 *
 * <p>Imports: agent.runtime, agent.runtime.jdk, rules.classfile.
 */
package io.github.loomunpin.agent.install;
