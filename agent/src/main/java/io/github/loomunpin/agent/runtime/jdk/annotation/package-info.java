// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Stand-ins for annotations by which the JDK's own classes tell the JVM how to compile and show
 * their methods. The JVM follows them in classes of the boot loader only, which the runtime's are.
 */
package io.github.loomunpin.agent.runtime.jdk.annotation;
