// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NotedQuestionsTest {

  private static final ClassFacts ONE = new ClassFacts("a/A", "b/B", List.of("c/C"), 1, false);

  /** Answers of each type; no two of a row are the same. */
  private static final Map<String, List<Object>> ANSWERS =
      Map.of(
          "boolean",
          List.of(true, false),
          "ClassFacts",
          List.of(
              Optional.empty(),
              Optional.of(ONE),
              Optional.of(new ClassFacts("a/A1", "b/B", List.of("c/C"), 1, false)),
              Optional.of(new ClassFacts("a/A", "1:b/B", List.of("c/C"), 1, false)),
              Optional.of(new ClassFacts("a/A", "b/B", List.of(), 1, false)),
              Optional.of(new ClassFacts("a/A", "b/B", List.of("c/C", "d/D"), 1, false)),
              Optional.of(new ClassFacts("a/A", "b/B", List.of("c/C3:d/D"), 1, false)),
              Optional.of(new ClassFacts("a/A", "b/B", List.of("c/C"), 17, false)),
              Optional.of(new ClassFacts("a/A", "b/B", List.of("c/C"), 1, true)),
              Optional.of(
                  new ClassFacts("a/A", "b/B", List.of("c/C"), 1, false, Optional.of(ONE)))),
          "String",
          List.of(Optional.empty(), Optional.of(""), Optional.of("a/A"), Optional.of("=a/A")),
          "byte[]",
          List.of(Optional.empty()));

  private static List<Object> answers(Method question) {
    String type = question.getGenericReturnType().getTypeName();
    return ANSWERS.entrySet().stream()
        .filter(each -> type.equals(each.getKey()) || type.endsWith(each.getKey() + ">"))
        .findAny()
        .orElseThrow()
        .getValue();
  }

  private static ModeQuestions saying(Object answer) {
    return (ModeQuestions)
        Proxy.newProxyInstance(
            ModeQuestions.class.getClassLoader(),
            new Class<?>[] {ModeQuestions.class},
            (proxy, method, arguments) -> answer);
  }

  private static NotedQuestions asked(Method question, Object answer) throws Exception {
    NotedQuestions noted = new NotedQuestions(saying(answer));
    Object[] name = question.getParameterCount() == 0 ? new Object[0] : new Object[] {"x/X"};
    assertThat(question.invoke(noted, name)).isEqualTo(answer);
    return noted;
  }

  @Test
  void every_question_there_is_can_be_asked_again_or_keeps_the_class_out() throws Exception {
    Set<Question> seen = EnumSet.noneOf(Question.class);
    List<String> keptOut = new ArrayList<>();
    for (Method question : ModeQuestions.class.getMethods()) {
      for (Object answer : answers(question)) {
        NotedQuestions noted = asked(question, answer);
        if (!noted.areComplete()) {
          keptOut.add(question.getName());
          continue;
        }
        assertThat(noted.answers()).as("%s", question).hasSize(1);
        noted
            .answers()
            .forEach(
                (asked, text) -> {
                  seen.add(asked.question());
                  for (Object now : answers(question)) {
                    assertThat(asked.question().ask(saying(now), asked.name()).equals(text))
                        .as("%s: %s, now %s", question, answer, now)
                        .isEqualTo(now.equals(answer));
                  }
                });
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(Question.values());
    assertThat(keptOut).containsExactly("bytes");
  }

  @Test
  void two_answers_to_one_question_keep_the_class_out() {
    Answers live = new Answers();
    NotedQuestions noted = new NotedQuestions(live);

    noted.isKeptNative("a/A");
    assertThat(noted.areComplete()).isTrue();
    live.kept = true;
    noted.isKeptNative("a/A");

    assertThat(noted.areComplete()).isFalse();
  }
}
