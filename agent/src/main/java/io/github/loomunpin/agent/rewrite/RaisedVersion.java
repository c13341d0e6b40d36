// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/**
 * Writes a class of a version below 49 as one of version 49 that means the same: without the
 * attributes that the JVM ignores in the older one (JVMS §4.7, table 4.7-B), and without a flag
 * that the newer one forbids for abstract methods (JVMS §4.6).
 */
final class RaisedVersion extends ClassVisitor {

  RaisedVersion(ClassVisitor target) {
    super(Opcodes.ASM9, target);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    super.visit(version, access, name, null, superName, interfaces);
  }

  @Override
  public void visitOuterClass(String owner, String name, String descriptor) {
    // EnclosingMethod
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitTypeAnnotation(
      int reference, TypePath path, String descriptor, boolean visible) {
    return null;
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    return new FieldVisitor(Opcodes.ASM9, super.visitField(access, name, descriptor, null, value)) {
      @Override
      public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitTypeAnnotation(
          int reference, TypePath path, String descriptor, boolean visible) {
        return null;
      }
    };
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    boolean isAbstract = (access & Opcodes.ACC_ABSTRACT) != 0;
    int flags = isAbstract ? access & ~(Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT) : access;
    return new MethodVisitor(
        Opcodes.ASM9, super.visitMethod(flags, name, descriptor, null, exceptions)) {
      @Override
      public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitTypeAnnotation(
          int reference, TypePath path, String descriptor, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitParameterAnnotation(
          int parameter, String descriptor, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitAnnotationDefault() {
        return null;
      }
    };
  }
}
