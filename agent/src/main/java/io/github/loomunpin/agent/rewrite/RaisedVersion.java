// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Writes a class of a version below 49 as one of version 49 that means the same: without the
 * attributes that the JVM ignores in the older one (JVMS §4.7, table 4.7-B) and reflection would
 * show, without flags that the newer one forbids for abstract methods (JVMS §4.6), and without
 * entries that it allows once only.
 */
final class RaisedVersion extends ClassNode {

  private final ClassVisitor target;

  RaisedVersion(ClassVisitor target) {
    super(Opcodes.ASM9);
    this.target = target;
  }

  @Override
  public void visitEnd() {
    signature = null;
    outerClass = null;
    visibleAnnotations = null;
    visibleTypeAnnotations = null;
    for (FieldNode field : fields) {
      field.signature = null;
      field.visibleAnnotations = null;
      field.visibleTypeAnnotations = null;
    }
    methods.forEach(RaisedVersion::clear);
    accept(target);
  }

  private static void clear(MethodNode method) {
    method.signature = null;
    method.visibleAnnotations = null;
    method.visibleTypeAnnotations = null;
    method.visibleParameterAnnotations = null;
    method.annotationDefault = null;
    VariableTable.removeRepeated(method);
    if ((method.access & Opcodes.ACC_ABSTRACT) != 0) {
      method.access &= ~(Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT);
    }
  }
}
