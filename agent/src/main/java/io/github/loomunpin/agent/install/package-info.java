// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Defines the runtime's classes in {@code java.lang}, where every class loader and every module
 * finds them. {@link io.github.loomunpin.agent.install.RuntimeInstaller} does it, once, before any
 * class that names one of them is loaded.
 *
 * <p>Imports: agent.runtime, agent.runtime.jdk, rules.classfile.
 */
package io.github.loomunpin.agent.install;
