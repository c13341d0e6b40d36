// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.visible.VisibleClasses.LoadedClasses;
import io.github.loomunpin.rules.classfile.Answer;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.KeptNative;
import java.util.List;
import java.util.Optional;
import java.util.Vector;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class VisibleClassesTest {

  private static final ClassLoader APPLICATION = ClassLoader.getSystemClassLoader();
  private static final ClassIndex JDK = new ClassIndex(new JdkClasses(), ClassSource.NONE);

  private final TestQueries queries = new TestQueries();
  private final ApplicationFiles files = new ApplicationFiles(queries);
  private final VisibleClasses classes =
      new VisibleClasses(
          JDK,
          new JdkMonitors(JDK, new JdkClasses()),
          new NativeClasses(KeptNative.NONE, new LoadedBefore(files)),
          queries,
          files);

  @SuppressWarnings("serial")
  static class Base extends Vector<String> {}

  @SuppressWarnings("serial")
  static class Below extends Base {}

  interface Shape {}

  private static final class Other extends ClassLoader {}

  private static final Predicate<String> NONE = name -> false;

  @Test
  void class_files_of_the_application_loader_tell_what_it_will_load() {
    queries.onClassPath.put("app/A", new byte[] {1});

    assertThat(classes.application()).contains(APPLICATION);
    assertThat(classes.source(APPLICATION).bytes("app/A")).contains(new byte[] {1});
    assertThat(classes.classFile(APPLICATION, "app/A")).contains(new byte[] {1});
    assertThat(classes.source(APPLICATION).mayShadowJdk()).isFalse();
  }

  @Test
  void what_is_in_the_package_of_a_named_module_is_looked_for_there_alone() {
    String name = "com/sun/tools/javac/Main";
    queries.onClassPath.put(name, new byte[] {1});
    queries.onClassPath.put("com/sun/tools/javac/None", new byte[] {1});

    assertThat(classes.classFile(APPLICATION, name))
        .hasValueSatisfying(
            file -> assertThat(ClassFacts.read(file, false).name()).isEqualTo(name));
    assertThat(classes.classFile(APPLICATION, "com/sun/tools/javac/None")).isEmpty();
  }

  @Test
  void of_other_loaders_only_what_is_loaded_is_known() {
    ClassLoader other = new Other();
    queries.onClassPath.put("app/A", new byte[] {1});
    ClassSource source = classes.source(other);

    assertThat(source.facts("app/A")).isEmpty();
    assertThat(source.bytes("app/A")).isEmpty();
    assertThat(classes.classFile(other, "app/A")).isEmpty();
    assertThat(source.mayShadowJdk()).isTrue();

    queries.loaded.put("app/A", Shape.class);
    assertThat(source.facts("app/A"))
        .hasValueSatisfying(facts -> assertThat(facts.isInterface()).isTrue());
  }

  @Test
  void superclasses_are_those_that_the_loaded_class_has() {
    String below = Below.class.getName().replace('.', '/');
    String base = Base.class.getName().replace('.', '/');
    queries.loaded.put(below, Below.class);
    // What the name of the superclass means to this loader.
    queries.loaded.put(base, VisibleClassesTest.class);
    ClassIndex index = JDK.withApplication(classes.source(new Other()));
    Supertypes supertypes = new Supertypes(index);

    assertThat(supertypes.isOrExtends(below, "java/util/Vector")).isEqualTo(Answer.YES);
    assertThat(supertypes.isOrExtends(base, "java/util/Vector")).isEqualTo(Answer.NO);
    assertThat(supertypes.isSerializable(below, List.of())).isEqualTo(Answer.YES);
    assertThat(supertypes.isSerializable(base, List.of())).isEqualTo(Answer.NO);
    assertThat(supertypes.isSerializable("app/Unknown", List.of())).isEqualTo(Answer.UNKNOWN);
  }

  private LoadedClasses loaded(ClassIndex jdk, Predicate<String> isLeftOut) {
    return new LoadedClasses(queries, new Other(), jdk, isLeftOut);
  }

  @Test
  void a_class_that_is_left_out_and_those_below_it_are_unknown() {
    String base = Base.class.getName().replace('.', '/');
    queries.loaded.put("app/A", Below.class);

    assertThat(loaded(JDK, base::equals).facts("app/A")).isEmpty();
    assertThat(loaded(JDK, "app/A"::equals).facts("app/A")).isPresent();
  }

  @Test
  void a_class_below_one_that_was_slipped_into_the_jdk_is_unknown() {
    queries.loaded.put("app/A", Base.class);
    ClassIndex without = new ClassIndex(name -> Optional.empty(), ClassSource.NONE);

    assertThat(classes.source(new Other()).facts("app/A")).isPresent();
    assertThat(loaded(without, NONE).facts("app/A")).isEmpty();
  }

  @Test
  void a_class_knows_itself_before_it_is_loaded() {
    queries.loaded.put("app/A", Base.class);
    ClassFacts own = new ClassFacts("app/A", "java/lang/Object", List.of(), 0, false);

    ClassSource source = VisibleClasses.with(own, classes.source(new Other()));

    assertThat(source.facts("app/A")).contains(own);
    assertThat(source.mayShadowJdk()).isTrue();
  }
}
