// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Outcomes in files of a folder, so that a demo that was stopped goes on where it was. */
public record Outcomes(Path folder) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Empty if there is none, or none that can be read: then the run is measured again. */
  public Optional<Outcome> read(String id) {
    var file = file(id);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.readValue(file.toFile(), Outcome.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Replaces what was there at once, so that whoever stops the demo leaves no half file. */
  public void write(Outcome outcome) throws IOException {
    var half = folder.resolve(outcome.id() + ".json.new");
    MAPPER.writeValue(half.toFile(), outcome);
    Files.move(
        half,
        file(outcome.id()),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private Path file(String id) {
    return folder.resolve(id + ".json");
  }
}
