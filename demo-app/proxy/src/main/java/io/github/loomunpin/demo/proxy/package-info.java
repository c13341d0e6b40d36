// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * An application that asks a slow service for its answers, and that service; start with {@link
 * io.github.loomunpin.demo.proxy.ProxyApplication}.
 */
package io.github.loomunpin.demo.proxy;
