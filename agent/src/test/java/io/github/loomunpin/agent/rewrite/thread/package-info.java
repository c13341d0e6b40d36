// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Code that makes threads in many ways, and what it does before and after the rewrite. */
package io.github.loomunpin.agent.rewrite.thread;
