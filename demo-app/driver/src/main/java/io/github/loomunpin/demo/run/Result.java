// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.Measurement;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one run showed.
 *
 * @param status at the end of the window; empty where the system does not say
 * @param pins what JFR recorded from the start of the JVM to the end of the load
 * @param recording where they are
 */
public record Result(
    Run run, Measurement measurement, Optional<ProcessStatus> status, Pins pins, Path recording) {}
