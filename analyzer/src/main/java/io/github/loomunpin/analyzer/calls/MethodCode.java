// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * What matters of a method.
 *
 * @param access JVMS table 4.6-A flags
 * @param results what it may return; empty if nothing is known
 * @param passed what it gives to other methods of its own objects while it may hold a monitor
 * @param choices which of its calls it makes by what its parameters are
 */
record MethodCode(
    MethodRef method,
    int access,
    List<Call> calls,
    List<Origin> results,
    List<Passed> passed,
    Optional<Choices> choices) {

  /** One that is not to be read. */
  static MethodCode without(MethodRef method, int access) {
    return new MethodCode(method, access, List.of(), List.of(), List.of(), Optional.empty());
  }

  /** The same that makes only these calls. */
  MethodCode with(List<Call> made) {
    return new MethodCode(method, access, made, results, passed, choices);
  }

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
