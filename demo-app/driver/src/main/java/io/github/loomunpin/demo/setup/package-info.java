// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * What runs need around them: the database, the machine, and what is said of the progress. Begin
 * with {@link SharedDatabase}.
 *
 * <p>Imports: demo.postgres, support.process, support.text.
 */
package io.github.loomunpin.demo.setup;
