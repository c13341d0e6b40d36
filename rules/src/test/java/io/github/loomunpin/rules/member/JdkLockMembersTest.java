// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMember.Reach;
import io.github.loomunpin.rules.mode.JdkImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** The table against the class files of each JDK at hand. */
@ParameterizedClass
@MethodSource("jdks")
class JdkLockMembersTest {

  private static final List<JdkImage> JDKS = JdkImage.all();
  private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

  private final JdkImage jdk;

  JdkLockMembersTest(JdkImage jdk) {
    this.jdk = jdk;
  }

  static List<JdkImage> jdks() {
    return JDKS;
  }

  /** A method as it is declared. */
  private record Declared(ClassNode owner, int access, String name, String descriptor) {

    boolean is(JdkLockMember row) {
      return name.equals(row.name()) && descriptor.equals(row.descriptor());
    }

    boolean has(int flag) {
      return (access & flag) != 0;
    }
  }

  private ClassNode read(String name) {
    ClassNode node = new ClassNode();
    new ClassReader(jdk.bytes(name).orElseThrow()).accept(node, ClassReader.SKIP_CODE);
    return node;
  }

  private static Stream<Declared> declared(ClassNode owner) {
    return owner.methods.stream().map(m -> new Declared(owner, m.access, m.name, m.desc));
  }

  /** The member that the owner's name leads to. */
  private Optional<Declared> resolve(JdkLockMember row) {
    Deque<String> owners = new ArrayDeque<>(List.of(row.owner()));
    while (!owners.isEmpty()) {
      ClassNode owner = read(owners.remove());
      Optional<Declared> found = declared(owner).filter(each -> each.is(row)).findFirst();
      if (found.isPresent()) {
        return found;
      }
      if (owner.superName != null) {
        owners.add(owner.superName);
      }
    }
    return Optional.empty();
  }

  @Test
  void each_row_is_a_member_that_applications_can_name() {
    assertThat(JdkLockMembers.ALL)
        .allSatisfy(
            row -> {
              Declared member = resolve(row).orElseThrow();
              assertThat(member.has(VISIBLE)).isTrue();
              assertThat(jdk.exports(row.owner())).isTrue();
              assertThat(member.has(Opcodes.ACC_STATIC))
                  .isEqualTo(row.form() == Form.STATIC_METHOD);
            });
  }

  @Test
  void rows_of_any_owner_are_final() {
    assertThat(JdkLockMembers.ALL)
        .filteredOn(row -> row.reach() == Reach.ANY)
        .hasSize(5)
        .allMatch(row -> resolve(row).orElseThrow().has(Opcodes.ACC_FINAL));
  }

  @Test
  void methods_that_are_replaced_under_their_owners_name_are_not_overridden() {
    assertThat(JdkLockMembers.ALL)
        .filteredOn(row -> row.reach() == Reach.OWNER)
        .isNotEmpty()
        .allMatch(row -> (read(row.owner()).access & Opcodes.ACC_FINAL) != 0);
  }

  /** An overload that is new in a JDK would be called as it is. */
  @Test
  void overloads_that_are_replaced_are_all_in_the_table() {
    List<String> missing = new ArrayList<>();
    for (JdkLockMember row : JdkLockMembers.ALL) {
      declared(resolve(row).orElseThrow().owner())
          .filter(method -> method.has(VISIBLE) && method.name().equals(row.name()))
          .filter(method -> JdkLockMembers.named(row.name()).stream().noneMatch(method::is))
          .forEach(method -> missing.add(row.owner() + "." + row.name() + method.descriptor()));
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void the_object_is_a_reference_as_far_below_the_top_as_the_table_says() {
    assertThat(JdkLockMembers.ALL)
        .filteredOn(row -> row.effect().isSite())
        .allSatisfy(
            row -> {
              Type[] arguments = Type.getArgumentTypes(row.descriptor());
              int argument = arguments.length - 1 - row.above();
              // Before the first argument lies the receiver.
              assertThat(argument).isBetween(row.form() == Form.METHOD ? -1 : 0, 9);
              if (argument >= 0) {
                assertThat(arguments[argument].getDescriptor()).isEqualTo("Ljava/lang/Object;");
              }
            });
  }
}
