// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Which threads that libraries make may be virtual. {@link
 * io.github.loomunpin.rules.thread.ThreadRules} chooses classes, {@link
 * io.github.loomunpin.rules.thread.ThreadSites} finds in their code where a thread is made and
 * where it is ready to be handed on.
 *
 * <p>Imports: rules.classfile, rules.flow, rules.mode, rules.operand.
 */
package io.github.loomunpin.rules.thread;
