// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A rewritten class file with the methods and flags that the loader has declared, for agents that
 * compare the two: without the methods that were added, and with synchronized flags. Bodies stay
 * rewritten.
 */
public final class DeclaredView {

  private DeclaredView() {}

  /**
   * @param unflagged the flags that methods had, by name and descriptor
   */
  public static byte[] of(byte[] classFile, Map<String, Integer> unflagged) {
    ClassReader reader = new ClassReader(classFile);
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    for (MethodNode method : List.copyOf(node.methods)) {
      Integer flags = unflagged.get(method.name + method.desc);
      if (flags != null) {
        MethodWrapper.undo(node, method);
        method.access |= flags & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE);
      }
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    node.accept(writer);
    return writer.toByteArray();
  }
}
