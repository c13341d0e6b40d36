// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Hashtable;

/** A superclass that a loader has for another one. */
public class LateTable extends Hashtable<String, String> {
  private static final long serialVersionUID = 1;
}
