// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.NonSocketStreams.JdkStreams;
import org.objectweb.asm.Type;

/** What the descriptor of a method says of its parameters and its result. */
final class CallShape {

  private static final int WIDE = 1;
  private static final int FUNCTION = 2;
  private static final int REFERENCE = 4;
  private static final int FLAG = 8;
  private static final int STREAM = 16;

  /** A bit set for each parameter. */
  private final byte[] flags;

  private final boolean takesFunction;
  private final boolean returnsObject;
  private final int resultSize;

  private CallShape(String descriptor) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    flags = new byte[parameters.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = flags(parameters[i]);
    }
    Type result = Type.getReturnType(descriptor);
    takesFunction = JdkCallbacks.takesFunction(descriptor);
    returnsObject = result.getSort() == Type.OBJECT;
    resultSize = result.getSize();
  }

  static CallShape of(String descriptor) {
    return new CallShape(descriptor);
  }

  private static byte flags(Type parameter) {
    int reference = parameter.getSort() >= Type.ARRAY ? REFERENCE : 0;
    int function = JdkCallbacks.mayBeFunction(parameter) ? FUNCTION : 0;
    return (byte)
        (reference | function | decides(parameter) | (parameter.getSize() == 2 ? WIDE : 0));
  }

  private static int decides(Type parameter) {
    if (parameter.getSort() == Type.BOOLEAN) {
      return FLAG;
    }
    return parameter.getSort() == Type.OBJECT && JdkStreams.mayBeStream(parameter.getInternalName())
        ? STREAM
        : 0;
  }

  int parameters() {
    return flags.length;
  }

  /** Whether a parameter has two slots. */
  boolean isWide(int parameter) {
    return (flags[parameter] & WIDE) != 0;
  }

  /** Whether a parameter is a boolean. */
  boolean isFlag(int parameter) {
    return (flags[parameter] & FLAG) != 0;
  }

  /** Whether a parameter may be a stream of the JDK. */
  boolean mayBeStream(int parameter) {
    return (flags[parameter] & STREAM) != 0;
  }

  /** Whether any parameter is a boolean. */
  boolean takesFlag() {
    for (int i = 0; i < flags.length; i++) {
      if (isFlag(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a parameter is an object or an array. */
  boolean isReference(int parameter) {
    return (flags[parameter] & REFERENCE) != 0;
  }

  /** Whether a parameter may be of an interface with one method. */
  boolean mayBeFunction(int parameter) {
    return (flags[parameter] & FUNCTION) != 0;
  }

  /** Whether a parameter is a function that the JDK may run. */
  boolean takesFunction() {
    return takesFunction;
  }

  /** Whether the result is an object and no array. */
  boolean returnsObject() {
    return returnsObject;
  }

  /** How many slots of the operand stack the result takes. */
  int resultSize() {
    return resultSize;
  }
}
