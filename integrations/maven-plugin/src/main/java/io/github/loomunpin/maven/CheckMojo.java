// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Fails the build if a scan of the project, and of what it runs with, finds monitors that it must
 * not have.
 */
@Mojo(
    name = "check",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.RUNTIME,
    threadSafe = true)
public final class CheckMojo extends SitesMojo {

  /**
   * Fail if a site enters a monitor (any), blocks or may block while it is held (may-block), blocks
   * without a guess (blocks), stays native with the agent (native), or is not in the baseline
   * (new).
   */
  @Parameter(property = "loom-unpin.fail-on", defaultValue = "blocks")
  private String failOn;

  /**
   * Do not fail on the sites in this file unless they got worse. Those that are gone are removed
   * from it.
   */
  @Parameter(property = "loom-unpin.baseline")
  private String baseline;

  /** Write the sites that failOn asks for to the baseline, and do not fail. */
  @Parameter(property = "loom-unpin.update-baseline", defaultValue = "false")
  private boolean updateBaseline;

  @Override
  void addGate(Arguments arguments) {
    arguments
        .option("--fail-on", failOn)
        .option("--baseline", baseline)
        .flag("--update-baseline", updateBaseline);
  }

  @Override
  String baseline() {
    return baseline;
  }

  @Override
  boolean showsResult() {
    return false;
  }
}
