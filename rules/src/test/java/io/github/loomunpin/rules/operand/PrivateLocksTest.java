// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class PrivateLocksTest {

  private static final Pattern CLASS = Pattern.compile("(?:final |static )*class (\\w+).*");
  private static final Pattern FIELD =
      Pattern.compile(
          ".* (?:Object|StringBuilder) (\\w+)(?: = [^;]*)?; // (private lock|shared: .*)");

  record Expectation(String owner, String field, String says) {

    @Override
    public String toString() {
      return owner.substring(owner.lastIndexOf('/') + 1) + "." + field + ": " + says;
    }
  }

  static List<Expectation> expectations() throws IOException {
    List<Expectation> expectations = new ArrayList<>();
    String outer = "";
    String owner = "";
    String samples =
        Samples.source(PrivateLocksTest.class, "PrivateLockSamples")
            + Samples.source(PrivateLocksTest.class, "ReachableLockSamples");
    for (String line : samples.split("\n")) {
      Matcher type = CLASS.matcher(line.strip());
      Matcher field = FIELD.matcher(line);
      if (type.matches()) {
        boolean nested = line.startsWith(" ");
        owner = nested ? outer + "$" + type.group(1) : type.group(1);
        outer = nested ? outer : owner;
      } else if (field.matches()) {
        String internalName = Samples.folder(PrivateLocksTest.class) + "/" + owner;
        expectations.add(new Expectation(internalName, field.group(1), field.group(2)));
      }
    }
    return expectations;
  }

  private static final ClassSource SAMPLES =
      name -> {
        try {
          return Optional.of(Samples.classFile(name));
        } catch (IOException e) {
          return Optional.empty();
        }
      };

  @ParameterizedTest
  @MethodSource("expectations")
  void fields_count_as_their_comment_says(Expectation expected) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(expected.owner())).accept(node, 0);

    PrivateLocks locks = PrivateLocks.of(node, new ClassIndex(new JdkClasses(), SAMPLES));

    assertThat(node.fields).anyMatch(field -> field.name.equals(expected.field()));
    assertThat(locks.contains(expected.field())).isEqualTo(expected.says().equals("private lock"));
  }

  @Test
  void what_extends_an_unknown_class_may_be_serializable() throws IOException {
    String owner = Samples.folder(PrivateLocksTest.class) + "/HasLockBelowAnother";
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(owner)).accept(node, 0);

    ClassIndex knowing = new ClassIndex(new JdkClasses(), SAMPLES);
    ClassIndex ignorant = new ClassIndex(new JdkClasses(), ClassSource.NONE);

    assertThat(PrivateLocks.of(node, knowing).contains("extra")).isTrue();
    assertThat(PrivateLocks.of(node, ignorant).contains("extra")).isFalse();
  }

  /** Constants of an enum are written by name, so reading one cannot replace its fields. */
  private enum HasLockInEnum {
    ONE {
      @Override
      void other() {}
    };

    private final Object lock = new Object();

    void locks() {
      synchronized (lock) {
        other();
      }
    }

    abstract void other();
  }

  @Test
  void a_lock_of_an_enum_is_private() throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Samples.classFile(HasLockInEnum.class.getName().replace('.', '/')))
        .accept(node, 0);
    // As compilers made them before there were nests.
    node.nestHostClass = null;

    assertThat(PrivateLocks.of(node, new ClassIndex(new JdkClasses(), SAMPLES)).contains("lock"))
        .isTrue();
    assertThat(HasLockInEnum.ONE).isNotNull();
  }
}
