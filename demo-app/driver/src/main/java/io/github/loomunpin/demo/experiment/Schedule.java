// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.time.Duration;

/**
 * How long things take.
 *
 * @param warmUp a load of its own before the measured one, as in 2020
 * @param leadIn the start of the measured load, while connections are made: not measured
 * @param window what is measured
 * @param grace how long answers to the last requests are waited for
 */
public record Schedule(Duration warmUp, Duration leadIn, Duration window, Duration grace) {}
