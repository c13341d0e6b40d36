// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

class RewriteCacheTest {

  private final Answers live = new Answers();
  private final CachedClass sub = new CachedClass("app/Sub", "app/Base");

  RewriteCacheTest() {
    live.superNames.put("app/Base", "java/lang/Object");
    live.superNames.put("app/Sub", "app/Base");
  }

  private RewriteCache trained() {
    RewriteCache keeping = RewriteCache.keeping();
    sub.in(keeping, live);
    assertThat(keeping.hasMore()).isTrue();
    sub.rewrites = 0;
    return keeping.reread();
  }

  /** As the build of the agent does for classes of the JDK, whose files it does not keep. */
  private RewriteCache trainedBySums() {
    RewriteCache keeping = RewriteCache.keeping();
    sub.in(keeping, live);
    sub.rewrites = 0;
    List<Entry> entries = keeping.mergedWith(CacheFile.EMPTY).classes().get(sub.name);
    Entry summed = entries.get(0).withoutOriginal();
    return new RewriteCache(CacheFile.EMPTY.with(List.of(summed), Map.of()), false);
  }

  @Test
  void the_same_class_with_the_same_answers_becomes_the_same_without_the_rewriter() {
    for (RewriteCache cache : List.of(trained(), trainedBySums())) {
      RewriteResult kept = sub.in(cache, live);

      assertThat(sub.rewrites).isZero();
      assertThat(kept.bytes()).isPresent();
      assertThat(CachedClass.areSame(kept, sub.anew(live))).isTrue();
      sub.rewrites = 0;
    }
  }

  @Test
  void a_class_that_stays_as_it_is_keeps_its_reasons() {
    live.superNames.put("app/Base", "java/util/Vector");
    RewriteCache cache = trained();

    RewriteResult kept = sub.in(cache, live);

    assertThat(sub.rewrites).isZero();
    assertThat(kept.bytes()).isEmpty();
    assertThat(kept.leftNative()).hasSize(1);
    assertThat(CachedClass.areSame(kept, sub.anew(live))).isTrue();
  }

  @Test
  void each_other_answer_has_it_rewritten_anew() {
    List<Consumer<Answers>> changes =
        List.of(
            answers -> answers.superNames.put("app/Base", "java/util/Vector"),
            answers -> answers.superNames.put("app/Base", "app/Between"),
            answers -> answers.superNames.remove("app/Base"),
            answers -> answers.shadowed = true,
            answers -> answers.kept = true);
    for (Consumer<Answers> change : changes) {
      RewriteCacheTest other = new RewriteCacheTest();
      RewriteCache cache = other.trained();
      change.accept(other.live);

      RewriteResult result = other.sub.in(cache, other.live);

      assertThat(other.sub.rewrites).isEqualTo(1);
      assertThat(CachedClass.areSame(result, other.sub.anew(other.live))).isTrue();
    }
  }

  @Test
  void another_class_file_is_rewritten_anew() {
    for (RewriteCache cache : List.of(trained(), trainedBySums())) {
      assertThat(cache.find(sub.name, sub.file, live)).isPresent();
      assertThat(cache.find("app/Other", sub.file, live)).isEmpty();
      for (int i = 0; i < sub.file.length; i++) {
        byte[] file = sub.file.clone();
        file[i] ^= (byte) (1 << i % 8);

        assertThat(cache.find(sub.name, file, live)).isEmpty();
      }
      byte[] longer = Arrays.copyOf(sub.file, sub.file.length + 1);
      assertThat(cache.find(sub.name, longer, live)).isEmpty();
    }
  }

  private RewriteResult result(List<String> problems) {
    return new RewriteResult(
        sub.name, Optional.empty(), 0, Map.of(), List.of(), List.of(), problems);
  }

  @Test
  void what_is_not_certain_or_was_said_aloud_is_not_kept() {
    List<UnaryOperator<ModeQuestions>> asking =
        List.of(
            classes -> {
              classes.bytes("app/Other");
              return classes;
            },
            classes -> {
              classes.isKeptNative("app/Other");
              live.kept = !live.kept;
              classes.isKeptNative("app/Other");
              return classes;
            });
    for (UnaryOperator<ModeQuestions> each : asking) {
      RewriteCache keeping = RewriteCache.keeping();
      keeping.rewrite(sub.name, sub.file, live, classes -> sub.anew(each.apply(classes)));
      assertThat(keeping.hasMore()).isFalse();
    }
    RewriteCache keeping = RewriteCache.keeping();
    keeping.rewrite(sub.name, sub.file, live, classes -> result(List.of("a problem")));
    assertThat(keeping.hasMore()).isFalse();
    String tooLong = "x".repeat(70_000);
    keeping.rewrite(
        sub.name,
        sub.file,
        live,
        classes -> {
          classes.isKeptNative(tooLong);
          return sub.anew(classes);
        });
    assertThat(keeping.hasMore()).isFalse();
  }

  @Test
  void what_cannot_be_rewritten_in_another_order_of_loading_can_be_in_this_one() {
    live.loaded.add("app/Base");
    List<Runnable> failures =
        List.of(
            () -> {
              throw new MethodTooLargeException(sub.name, "method", "(I)V", 70_000);
            },
            () -> {
              throw new StackOverflowError();
            },
            () -> {
              throw new OutOfMemoryError();
            });
    for (Runnable failure : failures) {
      RewriteCache keeping = RewriteCache.keeping();

      RewriteResult result =
          keeping.rewrite(
              sub.name,
              sub.file,
              live,
              classes -> {
                if (classes.find("app/Base").isEmpty()) {
                  failure.run();
                }
                return sub.anew(classes);
              });

      assertThat(CachedClass.areSame(result, sub.anew(live))).isTrue();
      sub.rewrites = 0;
      sub.in(keeping.reread(), live);
      assertThat(sub.rewrites).isZero();
    }
  }

  /** What asks at run time how to lock has more constants than what knows. */
  @Test
  void a_class_may_have_room_for_what_it_becomes_in_this_order_of_loading_alone() {
    live.loaded.add("app/Base");
    int onlyInThis = 0;
    for (int constants = 65_495; constants < 65_534; constants++) {
      CachedClass tight = new CachedClass("app/Sub", "app/Base", constants);
      Optional<RewriteResult> expected = anew(tight, live);
      if (expected.isEmpty()) {
        break;
      }
      RewriteResult result = tight.in(RewriteCache.keeping(), live);
      assertThat(CachedClass.areSame(result, expected.get())).isTrue();
      Answers other = new Answers();
      other.superNames.put("app/Sub", "app/Base");
      onlyInThis += anew(tight, other).isEmpty() ? 1 : 0;
    }
    assertThat(onlyInThis).isPositive();
  }

  /** Empty if no class file has room for it. */
  private static Optional<RewriteResult> anew(CachedClass tight, Answers live) {
    try {
      return Optional.of(tight.anew(live));
    } catch (ClassTooLargeException e) {
      return Optional.empty();
    }
  }

  @Test
  void answers_that_change_from_run_to_run_are_kept_side_by_side() {
    RewriteCache keeping = RewriteCache.keeping();
    sub.in(keeping, live);
    live.superNames.remove("app/Base");
    sub.in(keeping, live);
    RewriteCache cache = keeping.reread();
    sub.rewrites = 0;

    RewriteResult unknown = sub.in(cache, live);
    live.superNames.put("app/Base", "java/lang/Object");
    RewriteResult known = sub.in(cache, live);

    assertThat(sub.rewrites).isZero();
    assertThat(unknown.bytes().orElseThrow()).isNotEqualTo(known.bytes().orElseThrow());
  }

  @Test
  void a_superclass_that_is_loaded_later_the_next_time_makes_no_difference() {
    live.loaded.add("app/Base");
    RewriteCache cache = trained();
    RewriteResult known = sub.in(cache, live);
    live.superNames.remove("app/Base");

    RewriteResult unknown = sub.in(cache, live);

    assertThat(sub.rewrites).isZero();
    assertThat(CachedClass.areSame(unknown, sub.anew(live))).isTrue();
    assertThat(unknown.bytes().orElseThrow()).isNotEqualTo(known.bytes().orElseThrow());
  }

  @Test
  void without_an_update_nothing_is_kept() {
    RewriteCache cache = trained();
    live.kept = true;

    sub.in(cache, live);

    assertThat(cache.hasMore()).isFalse();
  }

  @Test
  void what_is_known_of_the_jdk_holds_for_the_same_class_file_only() {
    RewriteCache keeping = RewriteCache.keeping();
    byte[] file = {1, 2, 3};
    keeping.add("java/util/A", file, true);
    keeping.add("java/util/B", file, false);
    RewriteCache cache = keeping.reread();

    assertThat(cache.locksThis("java/util/A", file)).hasValue(true);
    assertThat(cache.locksThis("java/util/B", file)).hasValue(false);
    assertThat(cache.locksThis("java/util/C", file)).isEmpty();
    assertThat(cache.locksThis("java/util/A", new byte[] {1, 2, 4})).isEmpty();
    assertThat(cache.locksThis("java/util/A", new byte[] {1, 2, 3, 0})).isEmpty();
  }
}
