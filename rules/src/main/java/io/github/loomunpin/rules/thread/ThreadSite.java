// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A place in code where a thread is made.
 *
 * @param made the instruction
 * @param named whether the thread is given a name there
 * @param ready where the thread is set up and still known to nobody else; empty if it stays
 * @param stays why the thread stays what it is; empty if it may become virtual
 */
public record ThreadSite(AbstractInsnNode made, boolean named, List<Ready> ready, String stays) {

  /**
   * A place where another thread can take the place of the one that was made.
   *
   * @param insn the thread is on top of the operand stack, and there is no other copy of it there
   * @param after whether that is so after the instruction, or else before it
   * @param locals the variables that have the thread and are read later
   */
  public record Ready(AbstractInsnNode insn, boolean after, List<Integer> locals) {}

  static ThreadSite staying(AbstractInsnNode made, String reason) {
    return new ThreadSite(made, false, List.of(), reason);
  }

  static ThreadSite ready(AbstractInsnNode made, boolean named, List<Ready> ready) {
    return new ThreadSite(made, named, List.copyOf(ready), "");
  }

  /** Whether the thread may become virtual, as far as the code tells. */
  public boolean mayBeVirtual() {
    return stays.isEmpty();
  }
}
