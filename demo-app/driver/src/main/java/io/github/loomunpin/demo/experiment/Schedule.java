// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.time.Duration;

/**
 * How long things take.
 *
 * @param warmUp a load of its own before the measured one, as in 2020. It ends before if the
 *     application keeps up with the load that is offered or, where requests follow answers or leave
 *     at once, if it makes the application no faster any more
 * @param leadIn the start of the measured load, while connections are made: not measured
 * @param window what is measured; where all requests leave at once, how long answers are waited for
 * @param grace how long answers to the last requests are waited for
 * @param times how often it is measured
 */
public record Schedule(
    Duration warmUp, Duration leadIn, Duration window, Duration grace, int times) {}
