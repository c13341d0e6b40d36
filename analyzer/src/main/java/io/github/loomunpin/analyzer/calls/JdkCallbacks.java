// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/** Which methods of the JDK run functions that they are given before they return. */
final class JdkCallbacks {

  private static final String FUNCTIONS = "java/util/function/";

  private static final String SYNCHRONIZED = "java/util/Collections$Synchronized";

  private static final Set<String> OTHERS =
      Set.of(
          "java/lang/Runnable",
          "java/util/concurrent/Callable",
          "jakarta/inject/Provider",
          "java/security/PrivilegedAction",
          "java/security/PrivilegedExceptionAction",
          "javax/inject/Provider");

  /** The classes of java.util.concurrent that run a function at once. */
  private static final Set<String> AT_ONCE =
      Set.of(
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/ConcurrentSkipListMap",
          "java/util/concurrent/CopyOnWriteArrayList",
          "java/util/concurrent/CopyOnWriteArraySet");

  /** Methods of ConcurrentHashMap that hold the monitor of a bin while they run a function. */
  private static final Set<String> HOLDING =
      Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

  private JdkCallbacks() {}

  /** Whether a method whose code is not known takes a function and runs it at once. */
  static boolean mayRun(MethodRef ref) {
    return takesFunction(ref.descriptor()) && runsAtOnce(ref);
  }

  /** Whether a method with that descriptor takes a function. */
  static boolean takesFunction(String descriptor) {
    return descriptor.contains(FUNCTIONS)
        || descriptor.contains("java/security/Privileged")
        || descriptor.contains("java/lang/Runnable;")
        || descriptor.contains("java/util/concurrent/Callable;");
  }

  private static boolean runsAtOnce(MethodRef ref) {
    String owner = ref.owner();
    if (owner.startsWith("java/util/concurrent/")) {
      return AT_ONCE.contains(owner) || owner.startsWith("java/util/concurrent/atomic/");
    }
    // Threads, timers, hooks, cleaners and thread locals run it later; a stream is lazy, but what
    // makes it mostly also ends it.
    return !owner.startsWith("java/lang/Thread")
        && !owner.startsWith("java/lang/ref/")
        && !ref.name().equals("<init>")
        && !ref.name().equals("withInitial");
  }

  static boolean isFunction(Type parameter) {
    return parameter.getSort() == Type.OBJECT && isFunction(parameter.getInternalName());
  }

  static boolean isFunction(String type) {
    return type.startsWith(FUNCTIONS) || OTHERS.contains(type);
  }

  /** Whether a parameter may be of an interface with one method. */
  static boolean mayBeFunction(Type parameter) {
    if (parameter.getSort() != Type.OBJECT) {
      return false;
    }
    String name = parameter.getInternalName();
    return isFunction(name) || !name.startsWith("java/lang/") && !name.startsWith("java/util/");
  }

  /** Whether a method has the name of the one that such an interface declares. */
  static boolean isFunctionMethod(MethodRef ref) {
    return isFunctionMethod(ref.name());
  }

  static boolean isFunctionMethod(String name) {
    return switch (name) {
      case "run", "call", "get", "accept", "apply", "test" -> true;
      default -> name.startsWith("getAs") || name.startsWith("applyAs");
    };
  }

  /** Whether a method certainly runs the function that it is given. */
  static boolean isCertain(MethodRef ref) {
    return ref.name().startsWith("doPrivileged");
  }

  /**
   * How a map or collection runs a function if it holds a monitor of its own meanwhile.
   *
   * @param owner the class of the object, or the one that the code names
   */
  static Optional<CallEdge.Via> underMonitor(String owner, String method) {
    return switch (owner) {
      case "java/util/concurrent/ConcurrentHashMap" ->
          HOLDING.contains(method) ? Optional.of(CallEdge.Via.MAP_FUNCTION) : Optional.empty();
      case "java/util/concurrent/CopyOnWriteArrayList" ->
          method.equals("removeIf") || method.equals("replaceAll")
              ? Optional.of(CallEdge.Via.MAP_FUNCTION)
              : Optional.empty();
      case "java/util/Vector", "java/util/Stack" -> Optional.of(CallEdge.Via.MAP_FUNCTION);
      case "java/util/Hashtable", "java/util/Properties" ->
          Optional.of(CallEdge.Via.TABLE_FUNCTION);
      default ->
          owner.startsWith(SYNCHRONIZED)
              ? Optional.of(CallEdge.Via.MAP_FUNCTION)
              : Optional.empty();
    };
  }

  /**
   * Whether callers of methods with that name are read because these may hold a monitor. Those of
   * {@code forEach} and {@code sort} are not: what a {@code Vector} runs there is found only in
   * methods that are read anyway.
   */
  static boolean mayHoldMonitor(String name) {
    return HOLDING.contains(name) || name.equals("removeIf") || name.equals("replaceAll");
  }

  /** The class of what a method of {@code Collections} makes, if that locks; else empty. */
  static String synchronizedCollection(String owner, String method) {
    return owner.equals("java/util/Collections") && method.startsWith("synchronized")
        ? SYNCHRONIZED + method.substring("synchronized".length())
        : "";
  }
}
