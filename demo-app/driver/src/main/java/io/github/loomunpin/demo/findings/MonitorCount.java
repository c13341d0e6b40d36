// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** How many monitors a library has, counted in its bytecode. */
public record MonitorCount(Library library, int methods, int blocks) {

  public int total() {
    return methods + blocks;
  }

  /** Reads the analyzer's JSON. */
  public static List<MonitorCount> of(Inventory inventory, JsonNode json) {
    return inventory.libraries().stream().map(library -> of(inventory, library, json)).toList();
  }

  private static MonitorCount of(Inventory inventory, Library library, JsonNode json) {
    var jars =
        StreamSupport.stream(json.path("libraries").spliterator(), false)
            .filter(jar -> inventory.of(jar.path("name").asText()).equals(Optional.of(library)))
            .map(jar -> jar.path("counts"))
            .toList();
    return new MonitorCount(
        library,
        jars.stream().mapToInt(counts -> counts.path("synchronizedMethods").asInt()).sum(),
        jars.stream().mapToInt(counts -> counts.path("blocks").asInt()).sum());
  }
}
