// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import java.util.List;
import java.util.Optional;

/**
 * A report for people.
 *
 * @param title of the page; a terminal needs none, because its user has just typed the command
 * @param words explanations for readers who meet pins for the first time; a terminal has no room
 */
public record Document(String title, String words, List<Block> blocks) {

  /** One clause for all inputs that could not be read; empty if there are none. */
  Optional<String> unreadable() {
    return blocks.stream()
        .filter(Block.Coverage.class::isInstance)
        .map(Block.Coverage.class::cast)
        .flatMap(coverage -> coverage.unreadable().stream())
        .findFirst();
  }
}
