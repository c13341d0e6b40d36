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

  private static final String MONITORS = "monitors-all";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Empty if there is none, or none that can be read: then the run is measured again. */
  public Optional<RunOutcome> read(String id) {
    return read(id, RunOutcome.class);
  }

  private <T> Optional<T> read(String name, Class<T> type) {
    var file = file(name);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(MAPPER.readValue(file.toFile(), type));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Replaces what was there at once, so that whoever stops the demo leaves no half file. */
  public void write(RunOutcome outcome) throws IOException {
    write(outcome.id(), outcome);
  }

  /** What was counted before; {@link MonitorTable#NONE} if nothing was. */
  public MonitorTable monitors() {
    return read(MONITORS, MonitorTable.class).orElse(MonitorTable.NONE);
  }

  /** Replaces what was counted before. */
  public void write(MonitorTable monitors) throws IOException {
    write(MONITORS, monitors);
  }

  private void write(String name, Object value) throws IOException {
    var half = folder.resolve(name + ".json.new");
    MAPPER.writeValue(half.toFile(), value);
    Files.move(
        half, file(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path file(String id) {
    return folder.resolve(id + ".json");
  }
}
