// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.agent.cache.JdkStore.Answer;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdkStoreTest {

  private static final String NAME = "java/io/PushbackReader";
  private static final byte[] AFTER = "what happens to it".getBytes();

  private final JdkClasses classes = new JdkClasses();
  private final ClassIndex jdk = new ClassIndex(classes, ClassSource.NONE);
  private final byte[] before = classes.bytes(NAME).orElseThrow();

  private Answer answer(String name) {
    return Answer.of(jdk.findInJdk(name).orElseThrow());
  }

  private JdkStore.Entry entry(Answer... answers) throws IOException {
    byte[] delta = ByteDelta.between(before, AFTER);
    return new JdkStore.Entry(Sums.of(before), Sums.of(AFTER), delta, List.of(answers));
  }

  /** As it is after it was written and read. */
  private static JdkStore store(JdkStore.Entry entry) throws IOException {
    return JdkStore.read(new JdkStore(Map.of(NAME, entry)).file());
  }

  @Test
  void the_same_class_with_the_same_answers_becomes_the_same() throws Exception {
    JdkStore store = store(entry(answer("java/io/FilterReader"), answer("java/io/Reader")));

    assertThat(store.rewritten(NAME, before, jdk)).hasValue(AFTER);
    assertThat(store.rewritten("java/io/Reader", before, jdk)).isEmpty();
  }

  @Test
  void another_class_file_is_not_in_it() throws Exception {
    JdkStore store = store(entry());
    for (int i = 0; i < before.length; i++) {
      byte[] other = before.clone();
      other[i] ^= (byte) (1 << i % 8);

      assertThat(store.rewritten(NAME, other, jdk)).as("byte %d changed", i).isEmpty();
    }
    assertThat(store.rewritten(NAME, new byte[before.length - 1], jdk)).isEmpty();
  }

  @Test
  void a_class_about_which_there_was_another_answer_is_rewritten_anew() throws Exception {
    ClassFacts facts = jdk.findInJdk("java/io/FilterReader").orElseThrow();
    List<ClassFacts> others =
        List.of(
            new ClassFacts(facts.name(), "java/lang/Object", List.of(), facts.access(), true),
            new ClassFacts(facts.name(), facts.superName(), List.of(), 0x10, true),
            new ClassFacts("java/io/NoReader", facts.superName(), List.of(), 0, true));
    for (ClassFacts other : others) {
      JdkStore store = store(entry(answer("java/io/Reader"), Answer.of(other)));

      assertThat(store.rewritten(NAME, before, jdk)).as("%s", other).isEmpty();
    }
  }

  @Test
  void a_damaged_one_is_not_read() throws Exception {
    byte[] file = new JdkStore(Map.of(NAME, entry(answer("java/io/Reader")))).file();
    for (int i = 0; i < file.length; i++) {
      byte[] damaged = file.clone();
      damaged[i] ^= (byte) (1 << i % 8);

      assertThatThrownBy(() -> JdkStore.read(damaged)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> JdkStore.read(Arrays.copyOf(file, file.length - 1)))
        .isInstanceOf(IOException.class);
  }
}
