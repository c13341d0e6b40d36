// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CacheFileTest {

  private static final String USER = "this one";
  private static final int SUMS = Integer.BYTES + Long.BYTES;

  private final Answers live = new Answers();
  private final List<CachedClass> classes =
      List.of(new CachedClass("app/Sub", "app/Base"), new CachedClass("app/Other", "app/Base"));

  /** Kept as classes of the JDK are, of which the file has only sums. */
  private final CachedClass summed = new CachedClass("app/Summed", "app/Base");

  private byte[] file;

  @BeforeEach
  void write() throws Exception {
    live.superNames.put("app/Base", "java/lang/Object");
    live.loaded.add("app/Base");
    for (CachedClass one : classes) {
      live.superNames.put(one.name, "app/Base");
    }
    RewriteCache keeping = RewriteCache.keeping();
    for (CachedClass one : classes) {
      one.in(keeping, live);
    }
    keeping.add("java/util/A", new byte[] {1, 2, 3}, true);
    live.superNames.put(summed.name, "app/Base");
    RewriteCache others = RewriteCache.keeping();
    summed.in(others, live);
    List<Entry> withoutOriginal = new ArrayList<>();
    for (Entry entry : others.mergedWith(CacheFile.EMPTY).classes().get(summed.name)) {
      withoutOriginal.add(entry.withoutOriginal());
    }
    file = keeping.mergedWith(CacheFile.EMPTY).with(withoutOriginal, Map.of()).file(USER);
    assertThat(CacheFile.read(file, USER).size()).isEqualTo(6); // for two orders of loading
  }

  @Test
  void a_class_file_with_several_entries_is_there_once() throws Exception {
    String written = new String(file, StandardCharsets.ISO_8859_1);

    for (CachedClass one : classes) {
      String original = new String(one.file, StandardCharsets.ISO_8859_1);
      assertThat(written).containsOnlyOnce(original);
    }
    assertThat(written).doesNotContain(new String(summed.file, StandardCharsets.ISO_8859_1));
    assertThat(CacheFile.read(file, USER).file(USER)).isEqualTo(file);
  }

  private static void isRefused(byte[] damaged) {
    assertThatThrownBy(() -> CacheFile.read(damaged, USER)).isInstanceOf(UnusableException.class);
  }

  @Test
  void each_flipped_bit_makes_the_file_unusable() {
    for (int i = 0; i < file.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = file.clone();
        damaged[i] ^= (byte) (1 << bit);
        isRefused(damaged);
      }
    }
  }

  @Test
  void a_file_that_was_cut_or_goes_on_is_unusable() {
    for (int length = 0; length < file.length; length++) {
      isRefused(Arrays.copyOf(file, length));
    }
    isRefused(Arrays.copyOf(file, file.length + 1));
  }

  @Test
  void parts_that_were_lost_or_exchanged_make_it_unusable() {
    Random random = new Random(13);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = file.clone();
      int from = random.nextInt(file.length);
      int to = random.nextInt(file.length);
      int length = 1 + random.nextInt(file.length - Math.max(from, to));
      System.arraycopy(file, from, damaged, to, length);
      if (i % 2 == 0) {
        Arrays.fill(damaged, to, to + length, (byte) random.nextInt());
      }
      if (!Arrays.equals(damaged, file)) {
        isRefused(damaged);
      }
    }
  }

  /** As if the damage were older than the sums of the whole file. */
  private byte[] summedAnew(byte[] damaged) throws IOException {
    int from = Long.BYTES + SUMS;
    ByteArrayOutputStream sums = new ByteArrayOutputStream();
    Checksums.of(damaged, from, damaged.length - from).write(new DataOutputStream(sums));
    System.arraycopy(sums.toByteArray(), 0, damaged, Long.BYTES, SUMS);
    return damaged;
  }

  @Test
  void even_with_sums_that_fit_no_damage_makes_another_class() throws Exception {
    List<CachedClass> all = List.of(classes.get(0), classes.get(1), summed);
    RewriteResult[] expected = new RewriteResult[all.size()];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = all.get(i).anew(live);
    }
    int unusable = 0;
    int missed = 0;
    for (int at = 0; at < file.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = file.clone();
        damaged[at] ^= (byte) (1 << bit);
        RewriteCache cache;
        try {
          cache = new RewriteCache(CacheFile.read(summedAnew(damaged), USER), false);
        } catch (UnusableException e) {
          unusable++;
          continue;
        }
        for (int i = 0; i < expected.length; i++) {
          all.get(i).rewrites = 0;
          RewriteResult result = all.get(i).in(cache, live);
          missed += all.get(i).rewrites;
          assertThat(CachedClass.areSame(result, expected[i])).as("bit %d of %d", bit, at).isTrue();
        }
      }
    }
    assertThat(unusable).isPositive();
    assertThat(missed).isGreaterThan(file.length);
  }

  @Test
  void a_file_for_another_user_is_unusable() {
    isForAnother("another one");
  }

  @Test
  void a_file_of_another_version_is_unusable() {
    file[Long.BYTES - 1]--;

    assertThat(CacheFile.isMarked(file)).isTrue();
    isForAnother(USER);
  }

  private void isForAnother(String user) {
    assertThatThrownBy(() -> CacheFile.read(file, user))
        .isInstanceOf(UnusableException.class)
        .hasMessageContaining("another agent, JDK or other options");
  }

  @Test
  void what_is_merged_is_there_once_and_of_one_name_there_are_few() throws Exception {
    CacheFile once = CacheFile.read(file, USER);
    CacheFile twice =
        CacheFile.read(once.with(once.classes().get("app/Sub"), once.code()).file(USER), USER);
    assertThat(twice.size()).isEqualTo(6);
    assertThat(twice.code()).containsOnlyKeys("java/util/A");

    RewriteCache keeping = RewriteCache.keeping();
    for (int i = 0; i < 20; i++) {
      live.superNames.put("app/Base", "app/Base" + i);
      classes.get(0).in(keeping, live);
    }
    assertThat(keeping.mergedWith(once).classes().get("app/Sub"))
        .hasSize(CacheFile.MOST_OF_ONE_NAME);
    assertThat(keeping.mergedWith(once).classes().get("app/Other")).hasSize(2);
  }
}
