// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** A service with a database behind JPA; start with {@link JpaApplication}. */
package io.github.loomunpin.demo.jpa;
