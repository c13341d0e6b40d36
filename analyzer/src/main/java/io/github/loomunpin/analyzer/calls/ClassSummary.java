// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.result.Library;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * What matters of a class.
 *
 * @param name internal name
 * @param superName internal name, empty for {@code java/lang/Object}
 * @param access JVMS table 4.1-B flags
 * @param annotated whether it has an annotation by which a framework may find and make it
 * @param fields names of those that refer to objects
 * @param stores what is stored in fields
 * @param made classes of which it makes instances, without those in {@code java}
 * @param named classes that it names without making instances
 * @param functions lambdas and method references it makes
 * @param proxies dynamic proxies it makes
 * @param constants names of those of an enum
 * @param keys what switches of the class itself or another call constants of enums
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
    List<String> made,
    List<String> named,
    List<FunctionObject> functions,
    List<ProxyObject> proxies,
    List<String> constants,
    List<SwitchKey> keys) {

  /** What is stored in a field, by class and name. */
  record FieldStore(MethodRef field, List<AbstractValue> values) {}

  /** A constant of an enum in a table of keys that a compiler keeps in a field. */
  record SwitchKey(MethodRef table, String constant, int key) {}

  /** An implementation of a functional interface. */
  record FunctionObject(String type, String method, MethodRef implementation) {}

  /**
   * A dynamic proxy.
   *
   * @param types classes that are named before it is made, its interfaces among them
   * @param handlers where its handler came from
   */
  record ProxyObject(List<String> types, List<AbstractValue> handlers) {}

  /**
   * What matters of a method.
   *
   * @param access JVMS table 4.6-A flags
   * @param results what it may return; empty if nothing is known
   * @param passed what it gives to other methods of its own objects while it may hold a monitor
   * @param choices which of its calls it makes by what its parameters are
   */
  record MethodSummary(
      MethodRef method,
      int access,
      List<CallSite> calls,
      List<AbstractValue> results,
      List<ObjectArgument> passed,
      Optional<ConstantBranches> choices) {

    /** One that is not to be read. */
    static MethodSummary without(MethodRef method, int access) {
      return new MethodSummary(method, access, List.of(), List.of(), List.of(), Optional.empty());
    }

    /** The same that makes only these calls. */
    MethodSummary with(List<CallSite> made) {
      return new MethodSummary(method, access, made, results, passed, choices);
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

  /**
   * An object that one method gives another.
   *
   * @param to as the code names it
   * @param parameter with {@code this} as the first
   * @param line of the call; -1 when the class file does not say
   * @param object {@code this} of the method that gives it, or a field
   */
  record ObjectArgument(MethodRef to, int parameter, int line, AbstractValue object) {

    /** The same with what its local variable stands for, if that is such an object. */
    Optional<ObjectArgument> ownBy(List<AbstractValue> resolved) {
      if (resolved.size() != 1) {
        return Optional.empty();
      }
      AbstractValue origin = resolved.get(0);
      boolean isThis = origin.equals(AbstractValue.parameter(0));
      return isThis || origin.kind() == AbstractValue.Kind.FIELD
          ? Optional.of(new ObjectArgument(to, parameter, line, origin))
          : Optional.empty();
    }
  }
}
