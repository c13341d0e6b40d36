// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of one class.
 *
 * @param name internal name
 * @param bytes the new class file, empty if the old one stays as it is
 * @param rewritten number of sites that no longer pin
 * @param leftNative number of sites left to the JVM's monitor, by reason
 * @param slow methods whose monitors could not be followed and are not compiled by the JIT, with
 *     why
 * @param pinning methods that lock as all others do, but under which a thread that blocks pins,
 *     with why
 * @param problems what could not be rewritten although it should have been
 */
public record RewriteResult(
    String name,
    Optional<byte[]> bytes,
    int rewritten,
    Map<String, Integer> leftNative,
    List<String> slow,
    List<String> pinning,
    List<String> problems) {}
