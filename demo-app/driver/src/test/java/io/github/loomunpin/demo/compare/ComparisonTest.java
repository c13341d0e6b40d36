// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ComparisonTest {

  @Test
  void published_and_measured_figures_are_side_by_side() {
    var text = ComparisonText.of(Samples.comparison(Samples.IDLE));

    assertThat(text)
        .startsWith(
            """
            run                                 JDK   2020: req/s  p50 s  p99 s  RSS MB  here: req/s  p50 s  p99 s  errors  RSS MB  threads  pins
            GET /: sleeps 1 s. 1000 requests/s offered on 1000 connections.
              1000 kernel threads                21  210.8, 232.0   1.01   1.24     356        990.0   1.01   1.08       0     500       48     7
              Round 1: virtual threads           21    12.9, 13.0   1.01   1.01     253         15.0   1.01   1.08    9850     180       48     7
              Round 2: virtual threads + agent   21  204.2, 219.0   1.01   1.07     234        900.0   1.01   1.08       0     400       48     7
              virtual threads, no agent          25             -      -      -       -       1000.0   1.01   1.08       0     420       48     7
            GET /sql: select pg_sleep(1). 500 requests/s offered on 1000 connections, pool of 500.
              1000 kernel threads, JDK 21: skipped, left out <here>
              virtual threads, no agent, JDK 25: FAILED, no answer & no log
            """)
        .contains("a report with <angle brackets>", "HikariCP 3.4.5         12        9       3")
        .doesNotContain("busy", "nothing but the JDK");
  }

  @Test
  void figures_that_were_missed_are_said() {
    var text = ComparisonText.of(Samples.comparison(Samples.IDLE));

    assertThat(text)
        .contains(
            """
            figure to reach                             here                                    wanted
            GET /, Round 1, req/s                       15                                      13 to 16                                reached
            GET /, Round 2 against Round 1              60                                      at least 50                             reached
            GET /, Round 2 against JDK 25               0.900                                   at least 0.950                          MISSED
            GET /, RSS, Round 2 against kernel threads  0.800                                   at most 1                               reached
            GET /, Round 1, first holder                SocketProcessorBase.run, socketWrapper  SocketProcessorBase.run, socketWrapper  reached
            GET /, Round 2, holders in jars             0                                       at most 0                               reached
            """);
  }

  @Test
  void a_busy_machine_is_said() {
    assertThat(ComparisonText.of(Samples.comparison(Samples.BUSY)))
        .contains("load average 20.0 on 2 processors");
  }

  @Test
  void json_has_the_figures_unrounded() throws Exception {
    var json = new ObjectMapper().readTree(ComparisonJson.of(Samples.comparison(Samples.IDLE)));

    assertThat(json.at("/runs/1/measured/requestsPerSecond").asDouble()).isEqualTo(15);
    assertThat(json.at("/runs/1/measured/rss").asLong()).isEqualTo(180L << 20);
    assertThat(json.at("/runs/1/published/requestsPerSecond/1").asDouble()).isEqualTo(12.97);
    assertThat(json.at("/runs/4/skipped").asText()).isEqualTo("left out <here>");
    assertThat(json.at("/holders/0/monitors/0/pins").asInt()).isEqualTo(224);
    assertThat(json.at("/targets/2/reached").asBoolean(true)).isFalse();
  }

  @Test
  void html_has_charts_of_what_was_measured_and_published() {
    var html = ComparisonHtml.of(Samples.comparison(Samples.IDLE));

    // Two endpoints, of which one was measured.
    assertThat(html.split("<figure>")).hasSize(1 + 4);
    assertThat(html)
        .contains("aria-label=\"Answers a second\"")
        .contains("<rect class=\"published\"")
        .contains(">900.0</text>", ">12.9</text>")
        .contains("name=\"viewport\"");
  }

  @Test
  void html_is_well_formed_and_escaped() throws Exception {
    var html = ComparisonHtml.of(Samples.comparison(Samples.BUSY));

    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
    assertThat(html).contains("left out &lt;here&gt;", "with &lt;angle brackets&gt;");
  }
}
