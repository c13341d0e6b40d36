// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Threads of the agent's own, for what must not run on the application's: code of its class loaders
 * while one of its classes is being transformed, and a rewrite where little stack is left.
 */
package io.github.loomunpin.agent.thread;
