// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

/**
 * What the loom-unpin agent writes about itself into a recording.
 *
 * @param version of the agent
 * @param converts whether it was converting monitors
 * @param options those that were given, in the syntax of the agent, wherever they were given
 * @param classesRewritten classes that it had rewritten when it last wrote
 * @param sitesRewritten sites that it had converted by then
 * @param sitesLeftNative sites that it had left to the JVM by then
 */
public record AgentWords(
    String version,
    boolean converts,
    String options,
    int classesRewritten,
    int sitesRewritten,
    int sitesLeftNative) {}
