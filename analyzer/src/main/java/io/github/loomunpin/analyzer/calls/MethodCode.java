// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * What matters of a method.
 *
 * @param access JVMS table 4.6-A flags
 * @param results what it may return; empty if nothing is known
 * @param passed what it gives to other methods of its own objects while it may hold a monitor
 */
record MethodCode(
    MethodRef method, int access, List<Call> calls, List<Origin> results, List<Passed> passed) {

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  boolean isNative() {
    return (access & Opcodes.ACC_NATIVE) != 0;
  }

  boolean isInitialiser() {
    return method.name().equals("<clinit>");
  }
}
