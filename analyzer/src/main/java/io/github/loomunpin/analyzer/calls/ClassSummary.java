// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.result.Library;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * What the call graph keeps of a class file.
 *
 * @param name internal name
 * @param superName internal name, empty for {@code java/lang/Object}
 * @param access JVMS table 4.1-B flags
 * @param annotated whether it has an annotation by which a framework may find and make it
 * @param fields names of the fields that refer to objects
 * @param stores what is stored in fields
 * @param instantiated classes of which it makes instances, without those in {@code java}
 * @param named classes that it names without making instances
 * @param functions lambdas and method references it makes
 * @param proxies dynamic proxies it makes
 */
public record ClassSummary(
    Library library,
    String name,
    String superName,
    List<String> interfaces,
    int access,
    boolean annotated,
    String sourceFile,
    List<MethodSummary> methods,
    List<String> fields,
    List<FieldStore> stores,
    List<String> instantiated,
    List<String> named,
    List<FunctionObject> functions,
    List<ProxyObject> proxies) {

  /** The summary of the same class file in another library. */
  public ClassSummary in(Library other) {
    return other == library
        ? this
        : new ClassSummary(
            other,
            name,
            superName,
            interfaces,
            access,
            annotated,
            sourceFile,
            methods,
            fields,
            stores,
            instantiated,
            named,
            functions,
            proxies);
  }

  /** The values that code stores in a field, which has no descriptor. */
  record FieldStore(MethodRef field, List<AbstractValue> values) {}

  /** An implementation of a functional interface. */
  record FunctionObject(String type, String method, MethodRef implementation) {}

  /**
   * A dynamic proxy.
   *
   * @param types classes that are named before it is made, its interfaces among them
   * @param handlers the values that its handler may be
   */
  record ProxyObject(List<String> types, List<AbstractValue> handlers) {}

  /**
   * What the call graph keeps of a method.
   *
   * @param access JVMS table 4.6-A flags
   * @param results what it may return; empty if nothing is known
   * @param objectArguments its own objects that it passes to other methods while it may hold a
   *     monitor
   * @param branches which of its calls it makes for which arguments
   * @param onlyThrows whether it does nothing but throw
   */
  record MethodSummary(
      MethodRef ref,
      int access,
      List<CallSite> calls,
      List<AbstractValue> results,
      List<ObjectArgument> objectArguments,
      Optional<FlagBranches> branches,
      boolean onlyThrows) {

    /** The summary of a method whose code is not read. */
    static MethodSummary without(MethodRef ref, int access) {
      return new MethodSummary(
          ref, access, List.of(), List.of(), List.of(), Optional.empty(), false);
    }

    /** A copy of this summary with only these calls. */
    MethodSummary with(List<CallSite> made) {
      return new MethodSummary(ref, access, made, results, objectArguments, branches, onlyThrows);
    }

    boolean isAbstract() {
      return (access & Opcodes.ACC_ABSTRACT) != 0;
    }

    boolean isNative() {
      return (access & Opcodes.ACC_NATIVE) != 0;
    }

    boolean isPublic() {
      return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }

    boolean isInitializer() {
      return ref.name().equals("<clinit>");
    }
  }

  /**
   * An object that one method passes to another.
   *
   * @param to as the code names it
   * @param parameter with {@code this} as the first
   * @param line of the call; -1 when the class file does not say
   * @param object {@code this} of the method that passes it, or a field
   */
  record ObjectArgument(MethodRef to, int parameter, int line, AbstractValue object) {

    /** This argument with its local variable resolved, if that is {@code this} or a field. */
    Optional<ObjectArgument> ownBy(List<AbstractValue> resolved) {
      if (resolved.size() != 1) {
        return Optional.empty();
      }
      AbstractValue value = resolved.get(0);
      boolean isThis = value.equals(AbstractValue.parameter(0));
      return isThis || value.kind() == AbstractValue.Kind.FIELD
          ? Optional.of(new ObjectArgument(to, parameter, line, value))
          : Optional.empty();
    }
  }
}
