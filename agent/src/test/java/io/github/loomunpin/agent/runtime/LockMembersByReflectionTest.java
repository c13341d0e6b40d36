// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.member.Effect;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The runtime is in java.lang and cannot use the table, so what it does where members are reached
 * by reflection and method handles is held against the table here.
 */
class LockMembersByReflectionTest {

  /** What {@code Method.invoke} is known not to reach: docs/safety.md. */
  private static final Set<Effect> NOT_BY_INVOKE =
      Set.of(Effect.TIMED_WAIT, Effect.LOOKS_UP, Effect.DEFINES_CLASS);

  /** What handles that rewritten code looks up are known not to reach: docs/safety.md. */
  private static final Set<Effect> NOT_BY_HANDLE = Set.of(Effect.TIMED_WAIT, Effect.LOOKS_UP);

  static List<JdkLockMember> methods() {
    return JdkLockMembers.ALL;
  }

  private static Method method(JdkLockMember row) throws ReflectiveOperationException {
    Class<?> owner = Class.forName(row.owner().replace('/', '.'));
    return owner.getDeclaredMethod(row.name(), type(row).parameterArray());
  }

  private static MethodType type(JdkLockMember row) {
    return MethodType.fromMethodDescriptorString(
        row.descriptor(), ClassLoader.getPlatformClassLoader());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void invoke_reaches_the_runtime_as_far_as_safety_says(JdkLockMember row)
      throws ReflectiveOperationException {
    boolean isReached = UnpinMethodAccessor.of(method(row)) != null;

    assertThat(isReached).isEqualTo(!NOT_BY_INVOKE.contains(row.effect()));
  }

  @Test
  void invoke_of_all_other_methods_is_as_it_was() {
    for (Class<?> owner : List.of(Object.class, Thread.class, String.class)) {
      assertThat(owner.getDeclaredMethods())
          .filteredOn(method -> UnpinMethodAccessor.of(method) != null)
          .allMatch(LockMembersByReflectionTest::isSite);
    }
  }

  private static boolean isSite(Method method) {
    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    return JdkLockMembers.named(method.getName()).stream()
        .anyMatch(
            row ->
                row.effect().isSite() && row.descriptor().equals(type.toMethodDescriptorString()));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void handles_that_are_looked_up_are_those_of_the_runtime(JdkLockMember row)
      throws ReflectiveOperationException {
    Class<?> owner = method(row).getDeclaringClass();
    Lookup lookup = MethodHandles.lookup();
    boolean isStatic = row.form() == Form.STATIC_METHOD;
    MethodHandle found =
        isStatic
            ? UnpinHandleLookup.findStatic(lookup, owner, row.name(), type(row))
            : UnpinHandleLookup.findVirtual(lookup, owner, row.name(), type(row));
    MethodHandle unreflected = UnpinHandleLookup.unreflect(lookup, method(row));

    boolean isOurs = !NOT_BY_HANDLE.contains(row.effect());
    assertThat(isOurs(lookup, found)).isEqualTo(isOurs);
    assertThat(isOurs(lookup, unreflected)).isEqualTo(isOurs);
  }

  @Test
  void what_the_jvm_resolves_is_of_the_runtime_unless_a_subclass_hides_it()
      throws ReflectiveOperationException {
    Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(boolean.class, Object.class);
    MethodHandle inherited = lookup.findStatic(Inheriting.class, "holdsLock", type);
    MethodHandle hiding = lookup.findStatic(Hiding.class, "holdsLock", type);

    MethodHandle ours =
        UnpinHandleLookup.resolved(lookup, "holdsLock", type, inherited).getTarget();
    MethodHandle own = UnpinHandleLookup.resolved(lookup, "holdsLock", type, hiding).getTarget();

    assertThat(isOurs(lookup, ours)).isTrue();
    assertThat(own).isSameAs(hiding);
  }

  private static class Inheriting extends Thread {}

  private static final class Hiding extends Inheriting {

    public static boolean holdsLock(Object o) {
      return o == null;
    }
  }

  /** A handle that was put together is no direct one. */
  private static boolean isOurs(Lookup lookup, MethodHandle handle) {
    try {
      return lookup.revealDirect(handle).getDeclaringClass().getSimpleName().startsWith("Unpin");
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** The methods of a runtime class that stand for those of {@code Lookup}, by the same names. */
  @ParameterizedTest
  @MethodSource("methods")
  void methods_of_lookup_have_their_counterpart(JdkLockMember row)
      throws ReflectiveOperationException {
    if (row.effect() != Effect.LOOKS_UP && row.effect() != Effect.DEFINES_CLASS) {
      return;
    }
    Class<?> runtime =
        row.effect() == Effect.LOOKS_UP ? UnpinHandleLookup.class : UnpinHiddenClasses.class;
    MethodType type = type(row).insertParameterTypes(0, Lookup.class);

    assertThat(runtime.getMethod(row.name(), type.parameterArray()).getReturnType())
        .isEqualTo(type.returnType());
  }
}
