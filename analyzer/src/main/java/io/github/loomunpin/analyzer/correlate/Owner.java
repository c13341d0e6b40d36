// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.OtherThread;

/**
 * A thread that held a monitor while another one could not enter it, and the site it held it by.
 *
 * @param perhaps whether it held another monitor that may be meant just as well
 */
record Owner(Holder holder, OtherThread thread, boolean perhaps) {}
