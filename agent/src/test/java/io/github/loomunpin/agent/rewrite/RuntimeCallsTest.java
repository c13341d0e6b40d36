// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import io.github.loomunpin.rules.member.JdkLockMember;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

class RuntimeCallsTest {

  /** All that rewritten code calls. */
  static List<Handle> calls() throws ReflectiveOperationException {
    List<Handle> all = new ArrayList<>();
    for (Method method : RuntimeCalls.class.getDeclaredMethods()) {
      if (method.getParameterCount() == 0) {
        all.add(method.invoke(null) instanceof Handle h ? h : called(method.invoke(null)));
      }
    }
    for (JdkLockMember member : JdkLockMembers.ALL) {
      all.add(RuntimeCalls.handleInsteadOf(member));
    }
    all.add(RuntimeCalls.asResolved(new MethodInsnNode(0, "Sub", "holdsLock", "()V")).bsm);
    return all;
  }

  private static Handle called(Object insn) {
    MethodInsnNode call = (MethodInsnNode) insn;
    return new Handle(Opcodes.H_INVOKESTATIC, call.owner, call.name, call.desc, call.itf);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void rewritten_code_of_every_class_can_make_the_call(Handle call) throws Exception {
    ClassLoader loader = RuntimeCalls.class.getClassLoader();
    // Not initialized: only the relocated runtime can be run.
    Class<?> owner = Class.forName(call.getOwner().replace('/', '.'), false, loader);
    MethodType type = MethodType.fromMethodDescriptorString(call.getDesc(), loader);

    Method method = owner.getDeclaredMethod(call.getName(), type.parameterArray());

    assertThat(method.getReturnType()).isEqualTo(type.returnType());
    assertThat(Modifier.isPublic(owner.getModifiers())).isTrue();
    assertThat(Modifier.isPublic(method.getModifiers())).isTrue();
    assertThat(Modifier.isStatic(method.getModifiers())).isTrue();
    assertThat(call.getTag()).isEqualTo(Opcodes.H_INVOKESTATIC);
    assertThat(call.isInterface()).isFalse();
  }

  @Test
  void the_calls_are_those_of_several_classes() throws Exception {
    assertThat(calls())
        .extracting(Handle::getOwner)
        .contains(UnpinMonitors.class.getName().replace('.', '/'))
        .hasSizeGreaterThan(15);
  }
}
