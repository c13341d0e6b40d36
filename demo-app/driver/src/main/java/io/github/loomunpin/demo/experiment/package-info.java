// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the experiments are, as data: what is run, under which load, what was published and which
 * figures are to be reached. {@link io.github.loomunpin.demo.experiment.Experiments} lists them;
 * whatever runs and compares them learns from there.
 */
package io.github.loomunpin.demo.experiment;
