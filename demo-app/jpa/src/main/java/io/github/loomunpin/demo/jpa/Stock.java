// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

/** How many of a product there are, and how many were sold. */
record Stock(String name, int left, long sold) {}
