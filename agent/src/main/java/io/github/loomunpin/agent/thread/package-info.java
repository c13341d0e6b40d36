// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Threads of the agent's own, for what must not run on the application's: a rewrite where little
 * stack is left, and what other agents take part in.
 */
package io.github.loomunpin.agent.thread;
