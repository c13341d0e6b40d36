// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.util.List;

/** A kind of object, with all ways that fit it. */
public interface ObjectKind extends Ways {
  /** An object of this kind: a new one, unless there is only one. */
  Object make() throws Throwable;

  /** The ways for each static type the object may have, and its own. */
  List<Ways> types();
}
