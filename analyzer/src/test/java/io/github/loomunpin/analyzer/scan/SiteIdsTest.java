// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static io.github.loomunpin.analyzer.TestSites.block;
import static io.github.loomunpin.analyzer.TestSites.method;
import static io.github.loomunpin.analyzer.TestSites.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteIdsTest {

  @Test
  void a_key_says_class_method_and_construct() {
    assertThat(SiteNames.stable(method("a/Cache", "get", "(Ljava/lang/Object;[[I)V")))
        .isEqualTo("a.Cache#get(Object,int[][]) synchronized method");
    assertThat(SiteNames.stable(block("a/Cache", "put", "(La/Map$Entry;)V", "lock", 7)))
        .isEqualTo("a.Cache#put(Entry) synchronized (lock: Object)");
  }

  @Test
  void lines_do_not_matter() {
    assertThat(SiteNames.stable(block("a/B", "m", "()V", "lock", 7)))
        .isEqualTo(SiteNames.stable(block("a/B", "m", "()V", "lock", 70)));
  }

  @ParameterizedTest
  @CsvSource({
    "a/B$1, a.B$*",
    "a/B$12$3, a.B$*$*",
    "a/B$1Local, a.B$*Local",
    "a/B$Inner$2, a.B$Inner$*",
    "a/B$C1, a.B$C1",
  })
  void numbers_of_anonymous_and_local_classes_do_not_matter(String owner, String expected) {
    assertThat(SiteNames.stableClass(owner)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "lambda$run$3, lambda$run",
    "lambda$static$0, lambda$static",
    "lambda$run$8f3ab21c$1, lambda$run",
    "run$lambda$4, run$lambda",
    "run$lambda-4, run$lambda",
    "run$lambda$4$lambda$5, run$lambda$4$lambda",
    "$anonfun$run$2, $anonfun$run",
    "run$3, run$3()",
  })
  void numbers_of_lambdas_do_not_matter(String name, String expected) {
    assertThat(SiteNames.stableMethod(method("a/B", name, "()V"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"access$000, access$*", "access$1200, access$*", "access$lock, access$lock"})
  void numbers_of_accessors_do_not_matter(String name, String expected) {
    assertThat(SiteNames.stable(block("a/B", "m", "()V", name, 7)))
        .isEqualTo("a.B#m() synchronized (" + expected + ": Object)");
  }

  @Test
  void a_descriptor_that_is_none_does_no_harm() {
    assertThat(SiteNames.stable(method("a/B", "m", "(L"))).startsWith("a.B#m(L ");
  }

  @Test
  void sites_with_one_name_are_counted() {
    MonitorSite first = block("a/B", "m", "()V", "lock", 7);
    MonitorSite second = block("a/B", "m", "()V", "lock", 9);
    SiteIds ids = SiteIds.of(List.of(type(first, second)));

    assertThat(ids.key(first)).isEqualTo("a.B#m() synchronized (lock: Object)");
    assertThat(ids.key(second)).isEqualTo("a.B#m() synchronized (lock: Object) #2");
    assertThat(ids.id(first)).matches("[0-9a-f]{8}").isNotEqualTo(ids.id(second));
  }

  @Test
  void a_kept_id_stays_what_it_is() {
    assertThat(SiteIds.id("a.B#m() synchronized (lock: Object)")).isEqualTo("3498880e");
  }

  @Test
  void a_site_of_another_library_is_refused() {
    SiteIds ids = SiteIds.of(List.of());

    assertThatThrownBy(() -> ids.key(method("a/B", "m", "()V")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a/B");
  }
}
