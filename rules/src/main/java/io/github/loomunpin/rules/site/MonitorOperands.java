// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import org.objectweb.asm.tree.AbstractInsnNode;

/** What is known of the objects of monitor instructions. */
interface MonitorOperands {

  /** Whether control may come to the instruction at {@code index}; true if that is not known. */
  boolean isReachable(int index);

  /** Whether a monitorexit certainly has the object of a monitorenter that is held. */
  boolean isSameObject(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter);

  /** Whether both read one field, if not at the same time. */
  boolean isSameField(AbstractInsnNode monitorexit, AbstractInsnNode monitorenter);

  /** Whether the object comes from one place. */
  boolean isKnown(AbstractInsnNode monitor);
}
