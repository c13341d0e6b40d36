// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.visible.ModeAgreementTest.MadeClasses;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.NameGlobs;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class NativeClassesTest {

  private static final NameGlobs ACME = NameGlobs.parse("com.acme.*");
  private static final ClassLoader LOADER = NativeClassesTest.class.getClassLoader();

  private static LoadedBefore none() {
    return new LoadedBefore(TestQueries.FILES);
  }

  @Test
  void nothing_is_native_by_default() {
    NativeClasses classes = new NativeClasses(KeptNative.NONE, none());

    assertThat(classes.test(LOADER, "com/acme/A")).isFalse();
    assertThat(classes.mayNameSubclasses()).isFalse();
  }

  @Test
  void excluded_classes_are_native() {
    NativeClasses classes = new NativeClasses(new KeptNative(NameGlobs.NONE, ACME), none());

    assertThat(classes.test(LOADER, "com/acme/A")).isTrue();
    assertThat(classes.test(LOADER, "org/B")).isFalse();
    assertThat(classes.mayNameSubclasses()).isTrue();
  }

  @Test
  void what_is_not_included_is_native() {
    NativeClasses classes =
        new NativeClasses(new KeptNative(ACME, NameGlobs.parse("com.acme.Not")), none());

    assertThat(classes.test(LOADER, "com/acme/A")).isFalse();
    assertThat(classes.test(LOADER, "org/B")).isTrue();
    assertThat(classes.test(LOADER, "com/acme/Not")).as("excluded wins").isTrue();
    assertThat(classes.mayNameSubclasses()).isTrue();
  }

  @Test
  void a_class_that_was_loaded_before_is_native_but_no_other_of_its_name() throws Exception {
    MadeClasses one = new MadeClasses("app.Early", "java.lang.Object");
    MadeClasses other = new MadeClasses("app.Early", "java.lang.Object");
    LoadedBefore before = none();
    before.add(one.loadClass("app.Early"));
    NativeClasses classes = new NativeClasses(KeptNative.NONE, before);

    assertThat(classes.test(one, "app/Early")).isTrue();
    assertThat(classes.test(other, "app/Early")).isFalse();
    Predicate<String> namedInOther = classes.namedIn(other, false, "app/Early");
    assertThat(namedInOther).rejects("app/Early");
    assertThat(classes.namedIn(one, false, "app/Early")).accepts("app/Early");
    assertThat(classes.namedIn(one, false, "app/Else")).rejects("app/Early");
    assertThat(classes.mayNameSubclasses()).isFalse();
  }

  @Test
  void a_class_that_was_taken_for_a_later_one_while_the_agent_started_is_doubtful()
      throws Exception {
    MadeClasses made = new MadeClasses("app.Asked", "java.lang.Object");
    made.add("app.Quiet", "java.lang.Object");
    LoadedBefore before = none();

    assertThat(before.contains(made, "app/Asked")).isFalse();

    Class<?>[] loaded = {made.loadClass("app.Asked"), made.loadClass("app.Quiet")};
    assertThat(before.addMeanwhile(loaded)).isEqualTo(2);
    assertThat(before.addMeanwhile(loaded)).isZero();
    assertThat(before.close()).containsExactly("app.Asked");
    assertThat(before.contains(made, "app/Asked")).isTrue();
    assertThat(before.contains(made, "app/Quiet")).isTrue();
  }

  @Test
  void a_class_on_its_way_is_native_with_its_superclass_in_all_loaders_above() {
    ClassLoader loader = getClass().getClassLoader();
    LoadedBefore before = none();

    before.add(loader, "app/Coming", "app/Above");

    assertThat(before.contains(loader, "app/Coming")).isTrue();
    assertThat(before.contains(loader.getParent(), "app/Coming")).isFalse();
    assertThat(before.contains(loader.getParent(), "app/Above")).isTrue();
    assertThat(before.close()).isEmpty();
  }
}
