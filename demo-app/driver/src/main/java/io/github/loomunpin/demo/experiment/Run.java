// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A round on an endpoint.
 *
 * @param published what others measured in the same
 */
public record Run(Round round, Endpoint endpoint, Optional<Published> published) {

  /** One of which nothing was published. */
  public Run(Round round, Endpoint endpoint) {
    this(round, endpoint, Optional.empty());
  }

  /** What is run of an application, in the project's folder. */
  public Path jar(Application application) {
    return round.jar().orElse(application.jar());
  }

  /** As it appears in file names. */
  public String id() {
    return round.id() + "-" + endpoint.id();
  }
}
