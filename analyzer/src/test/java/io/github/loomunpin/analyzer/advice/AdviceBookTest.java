// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceBookTest {

  private final AdviceBook book = AdviceBook.load();

  @Test
  void every_block_says_what_it_must() {
    assertThat(book.all()).hasSizeGreaterThan(40);
    assertThat(book.all())
        .allSatisfy(
            advice -> {
              assertThat(advice.checked().sites()).isPositive();
              assertThat(advice.remain().isEmpty() || advice.converted().isEmpty()).isTrue();
              if (advice.fixed().isEmpty()) {
                assertThat(advice.remain()).isEmpty();
                assertThat(advice.converted()).isEmpty();
              } else {
                assertThat(
                        AdviceBook.compare(
                            advice.checked().name(), advice.fixed().orElseThrow().name()))
                    .isNegative();
              }
              advice.source().ifPresent(source -> assertThat(source).startsWith("https://"));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql|42.5.0|org/postgresql/jdbc/PgStatement|FIXED_LATER|42.6.0",
        "postgresql|42.5.0|org/postgresql/jdbc/PgStatement$1|FIXED_LATER|42.6.0",
        "postgresql|42.5.0|org/postgresql/core/v3/QueryExecutorImpl|FIXED_LATER|42.6.0",
        "postgresql|42.7.8|org/postgresql/util/LruCache|HAS_FIX|42.6.0",
        "h2|2.1.214|org/h2/jdbc/JdbcConnection|FIXED_LATER|2.2.224",
        "h2|2.1.214|org/h2/util/Tool|STAYS|2.2.224",
        "tomcat-embed-core|9.0.38|org/apache/coyote/http2/Stream|FIXED_LATER|9.0.79",
        "tomcat-embed-core|10.1.5|org/apache/coyote/http2/Stream|FIXED_LATER|10.1.12",
        "mssql-jdbc|11.2.3.jre17|com/microsoft/sqlserver/jdbc/IOBuffer|FIXED_LATER|12.8.1.jre11",
        "mssql-jdbc|12.8.1.jre8|com/microsoft/sqlserver/jdbc/IOBuffer|HAS_FIX|12.8.1.jre11",
        "HikariCP|3.4.5|com/zaxxer/hikari/pool/HikariPool|UNFIXED|",
        "spring-jdbc|6.2.1|org/springframework/jdbc/core/simple/AbstractJdbcCall|FIXED_LATER|6.2.2",
        "spring-jdbc|6.2.1|org/springframework/jdbc/support/JdbcAccessor|STAYS|6.2.2",
        "clojure|1.11.1|clojure/lang/Delay|FIXED_LATER|1.12.0",
        "clojure|1.12.0|clojure/lang/Agent|HAS_FIX|1.12.0",
        "dagger|2.48|dagger/internal/DoubleCheck|UNFIXED|",
        "conscrypt-openjdk-uber|2.5.2|org/conscrypt/ConscryptEngineSocket|UNFIXED|",
        "kotlin-stdlib|1.9.22|kotlin/SynchronizedLazyImpl|UNFIXED|",
        "agroal-pool|3.2|io/agroal/pool/ConnectionFactory|UNFIXED|",
      })
  void a_version_and_a_class_have_their_advice(
      String name, String version, String owner, Advice.Kind kind, String fixed) {
    Advice advice = book.of(library(name, version), site(owner, "")).orElseThrow();

    assertThat(advice.kind()).isEqualTo(kind);
    assertThat(advice.version()).isEqualTo(Optional.ofNullable(fixed));
  }

  @Test
  void the_text_says_what_to_do() {
    assertThat(
            book.of(library("postgresql", "42.2.16"), site("org/postgresql/util/LruCache", ""))
                .orElseThrow()
                .text())
        .isEqualTo("fixed in 42.6.0 (199 sites in 42.5.4, 16 in 42.6.0)");
    assertThat(
            book.of(library("HikariCP", "9.0"), site("com/zaxxer/hikari/A", ""))
                .orElseThrow()
                .text())
        .isEqualTo("no version has converted them, as of 7.0.2, which is older than this one");
  }

  @Test
  void nothing_is_said_of_what_is_not_known() {
    assertThat(book.of(library("my-app", "1.0"), site("a/B", ""))).isEmpty();
    assertThat(book.of(library("postgresql", ""), site("a/B", ""))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.acme:x\n  checked   1.0, 3 sites\n  colour    red",
        "org.acme:x\n  checked   1.0",
        "org.acme:x\n  fixed     1.0, 3 sites",
        "acme\n  checked   1.0, 3 sites",
        "org.acme:x\n            continued",
        "org.acme:x\n  checked   1.0, 3 sites\n  checked   1.1, 3 sites"
      })
  void a_wrong_file_is_refused(String text) {
    assertThatThrownBy(() -> AdviceParser.parse(text.lines().toList()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void long_lists_go_on_in_the_next_line() {
    List<ArtifactAdvice> parsed =
        AdviceParser.parse(
            """
            # a comment
            org.acme:x
              checked   1.0, 3 sites
              fixed     1.1, 1 sites
              remain    a.B
                        a.C(this,cache)

            """
                .lines()
                .toList());

    assertThat(parsed).hasSize(1);
    assertThat(parsed.get(0).remain())
        .isEqualTo(Map.of("a.B", Set.of(), "a.C", Set.of("this", "cache")));
  }

  @Test
  void a_class_of_which_one_lock_went_and_another_stayed_has_two_answers() {
    Library library = library("postgresql", "42.2.16");
    String owner = "org/postgresql/core/v3/QueryExecutorImpl";

    assertThat(book.of(library, site(owner, "")).orElseThrow().kind())
        .isEqualTo(Advice.Kind.FIXED_LATER);
    Advice stays = book.of(library, site(owner, "useBinarySendForOids")).orElseThrow();
    assertThat(stays.kind()).isEqualTo(Advice.Kind.STAYS);
    assertThat(stays.text()).startsWith("42.6.0 converted other monitors, but not this one");
  }

  /**
   * A site.
   *
   * @param field that it locks; {@code this} if empty
   */
  private static MonitorSite site(String owner, String field) {
    Operand operand =
        field.isEmpty()
            ? new Operand(OperandValue.Kind.THIS, owner.replace('/', '.'), "this")
            : new Operand(OperandValue.Kind.FIELD, "java.util.Set", field);
    return new MonitorSite(
        owner, "run", "()V", SiteKind.BLOCK, 0, 1, operand, List.of(), Decision.VIRTUAL);
  }

  private static Library library(String name, String version) {
    return new Library(name, version, name + "-" + version + ".jar", false);
  }
}
