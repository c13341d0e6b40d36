// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Counts the monitors of the project and of what it runs with, and shows which can be held while a
 * thread blocks and which of them the agent converts.
 */
@Mojo(name = "scan", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
public final class ScanMojo extends SitesMojo {

  @Override
  void addGate(Arguments arguments) {
    // It only shows.
  }

  @Override
  String baseline() {
    return null;
  }

  @Override
  boolean showsResult() {
    return true;
  }
}
