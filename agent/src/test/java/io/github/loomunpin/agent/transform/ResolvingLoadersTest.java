// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ResolvingLoadersTest {

  private final ResolvingLoaders loaders = new ResolvingLoaders();

  private static ClassLoader loader() {
    return new ClassLoader() {};
  }

  @Test
  void a_loader_with_rewritten_code_is_asked_once() {
    ClassLoader first = loader();
    ClassLoader second = loader();

    assertThat(loaders.isUnresolved(first)).isFalse();
    loaders.add(first);
    loaders.add(second);
    loaders.add(first);
    assertThat(loaders.isUnresolved(first)).isTrue();

    loaders.setResolved(first);
    loaders.add(first);
    assertThat(loaders.isUnresolved(first)).isFalse();
    assertThat(loaders.isUnresolved(second)).isTrue();

    loaders.setResolved(second);
    loaders.setResolved(second);
    ClassLoader third = loader();
    loaders.add(third);
    assertThat(loaders.isUnresolved(third)).isTrue();
  }

  @Test
  void a_loader_that_was_asked_before_it_has_any_is_not_asked_again() {
    ClassLoader first = loader();
    ClassLoader second = loader();
    loaders.setResolved(first);
    loaders.add(first);
    loaders.add(second);

    assertThat(loaders.isUnresolved(first)).isFalse();
    assertThat(loaders.isUnresolved(second)).isTrue();
  }

  @Test
  void threads_that_define_classes_at_once_forget_no_loader() throws Exception {
    int rounds = 2_000;
    List<ClassLoader> shared = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      shared.add(loader());
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        all.add(
            threads.submit(
                () -> {
                  boolean asked = true;
                  for (ClassLoader loader : shared) {
                    ClassLoader own = loader();
                    loaders.add(own);
                    loaders.add(loader);
                    asked &= loaders.isUnresolved(own);
                    loaders.setResolved(loader);
                    loaders.setResolved(own);
                    asked &= !loaders.isUnresolved(own) && !loaders.isUnresolved(loader);
                  }
                  return asked;
                }));
      }
      for (Future<Boolean> one : all) {
        assertThat(one.get()).isTrue();
      }
    }
  }
}
