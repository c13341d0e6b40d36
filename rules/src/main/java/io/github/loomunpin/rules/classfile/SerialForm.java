// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.List;
import org.objectweb.asm.Opcodes;

/** Whether objects of a class may be serialized field by field. */
public final class SerialForm {

  private SerialForm() {}

  /**
   * False only if it is certain: the class is an interface, an enum, whose constants are written by
   * name, a record, which is read by its constructor, or every supertype is known and none is
   * serializable (Java Object Serialization Specification §1.12 and §1.13). Subclasses do not
   * matter.
   *
   * @param access as ASM gives it
   * @param superName internal name, null for {@code java/lang/Object}
   * @param interfaces internal names
   */
  public static boolean mayMatter(
      int access, String superName, List<String> interfaces, ClassQuestions index) {
    if (superName == null || (access & Opcodes.ACC_INTERFACE) != 0) {
      return false;
    }
    if ((access & Opcodes.ACC_RECORD) != 0 && superName.equals("java/lang/Record")) {
      return false;
    }
    Supertypes supertypes = new Supertypes(index);
    // The JVM asks for the superclass as well; the flag of an enum says nothing. If it is unknown,
    // the class is taken to be none: to treat an enum as serialized does no harm.
    if (supertypes.isOrExtends(superName, "java/lang/Enum") == Answer.YES) {
      return false;
    }
    // An unknown class may be serializable. Who asks then looks at an object once more at run time.
    return supertypes.isSerializable(superName, interfaces) != Answer.NO;
  }
}
