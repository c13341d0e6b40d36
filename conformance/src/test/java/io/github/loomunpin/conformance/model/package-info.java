// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * An executable model of the agent's lock, and an explorer that goes through all of its moments.
 * {@link io.github.loomunpin.conformance.model.LockModelTest} says what is explored, {@link
 * io.github.loomunpin.conformance.model.Step} which steps there are and for which methods of the
 * runtime they stand.
 *
 * <p>In the model memory is sequentially consistent; why the plain fields of the runtime suffice is
 * told at its {@code UnpinMonitors}. Pauses, the naming of owners, hash chains and the reentrance
 * of the JDK are left out, since they change nothing that another thread can see. So are errors
 * that the JVM throws while a thread leaves: it goes on where it was, as in a step.
 */
package io.github.loomunpin.conformance.model;
