// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A round on an endpoint, in a JVM of its own.
 *
 * @param published what others measured in the same
 * @param leftOutByQuick whether {@code --quick} does without it
 */
public record Run(
    Round round, Endpoint endpoint, Optional<Published> published, boolean leftOutByQuick) {

  /** What is run of an application, in the project's folder. */
  public Path jar(Application application) {
    return round.jar().orElse(application.jar());
  }

  /** As it appears in file names. */
  public String id() {
    return round.id() + "-" + endpoint.id();
  }
}
