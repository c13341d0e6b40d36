// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Vector;

/** A superclass that a loader has for another one. */
public class LateVector extends Vector<String> {
  private static final long serialVersionUID = 1;
}
