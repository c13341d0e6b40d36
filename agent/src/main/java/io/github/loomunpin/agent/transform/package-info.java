// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Each class on its way from its loader to the JVM. {@link
 * io.github.loomunpin.agent.transform.MonitorTransformer} is offered all of them; {@link
 * io.github.loomunpin.agent.transform.ModeBasis} holds what modes depend on, {@link
 * io.github.loomunpin.agent.transform.LoaderIndexes} what is known of the classes of each loader,
 * and {@link io.github.loomunpin.agent.transform.RuntimeLink} answers what the runtime asks. {@link
 * io.github.loomunpin.agent.transform.UnofferedClasses} notices classes that slipped through.
 */
package io.github.loomunpin.agent.transform;
