// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.List;
import java.util.Optional;

/**
 * What happened to the threads that one class makes.
 *
 * @param name internal name
 * @param bytes the new class file, empty if the old one stays as it is
 * @param rewritten the methods, in words, one for each site whose threads may become virtual
 * @param left the methods with the reason, one for each site whose threads stay
 */
public record ThreadResult(
    String name, Optional<byte[]> bytes, List<String> rewritten, List<String> left) {}
