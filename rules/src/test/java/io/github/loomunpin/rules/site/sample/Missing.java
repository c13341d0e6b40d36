// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

/** Stands for classes of other jars. */
class Missing {

  static final class Type {}
}
