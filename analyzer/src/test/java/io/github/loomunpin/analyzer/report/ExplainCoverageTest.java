// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.explain.Explanation;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainCoverageTest {

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "MD", "HTML", "JSON"})
  void each_format_says_what_could_not_be_read(Format format) throws IOException {
    assertThat(written(format, List.of(Gap.unreadable("lib/broken.jar", "is no zip file"))))
        .contains("lib/broken.jar");
    assertThat(written(format, List.of()).replace("\"incomplete\"", ""))
        .doesNotContainIgnoringCase("incomplete");
  }

  private static String written(Format format, List<Gap> gaps) throws IOException {
    StringWriter out = new StringWriter();
    Reports.ofExplanation(format, TextStyle.PLAIN)
        .orElseThrow()
        .write(new Explanation.Unknown("Pool#get", List.of(), gaps), out);
    return out.toString();
  }
}
