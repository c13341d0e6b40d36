// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.BitSet;
import org.objectweb.asm.Type;

/**
 * What a descriptor says of a call's operands.
 *
 * @param wide parameters of two slots
 * @param functions parameters that may be of an interface with one method
 * @param returnsObject whether the result is an object and no array
 * @param resultSize in slots
 */
record CallShape(
    int parameters, BitSet wide, BitSet functions, boolean returnsObject, int resultSize) {

  static CallShape of(String descriptor) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    BitSet wide = new BitSet();
    BitSet functions = new BitSet();
    for (int i = 0; i < parameters.length; i++) {
      wide.set(i, parameters[i].getSize() == 2);
      functions.set(i, Functions.mayBeFunction(parameters[i]));
    }
    Type result = Type.getReturnType(descriptor);
    return new CallShape(
        parameters.length, wide, functions, result.getSort() == Type.OBJECT, result.getSize());
  }

  boolean isWide(int parameter) {
    return wide.get(parameter);
  }

  boolean mayBeFunction(int parameter) {
    return functions.get(parameter);
  }
}
