// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Programs that tests run in JVMs of their own. */
package io.github.loomunpin.metrics.samples;
