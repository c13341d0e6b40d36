// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

/** All experiments there are. */
public final class Experiments {

  private Experiments() {}

  /** Tomcat, HikariCP and PGJDBC of 2020 on virtual threads. */
  public static Experiment classic() {
    return ClassicExperiment.EXPERIMENT;
  }
}
