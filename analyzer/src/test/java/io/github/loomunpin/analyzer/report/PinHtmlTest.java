// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.PinReport;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PinHtmlTest {

  @Test
  void is_well_formed() throws Exception {
    Document page = parse(html(Samples.pins()));

    assertThat(page.getElementsByTagName("article").getLength()).isEqualTo(3);
    assertThat(page.getElementsByTagName("h1").getLength()).isEqualTo(1);
  }

  @Test
  void takes_names_for_text() throws Exception {
    String html = html(Samples.pins());
    Document page = parse(html);

    assertThat(page.getElementsByTagName("script").getLength()).isZero();
    assertThat(html).doesNotContain("<script").contains("&lt;script&gt;alert(&#39;1&#39;)");
    assertThat(page.getDocumentElement().getTextContent()).contains("evil." + Samples.HOSTILE);
  }

  @Test
  void refers_to_nothing_outside() throws IOException {
    assertThat(html(Samples.pins()))
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("@import")
        .contains("default-src 'none'");
  }

  @Test
  void shows_monitors_calls_and_gaps() throws Exception {
    String text = parse(html(Samples.pins())).getDocumentElement().getTextContent();

    assertThat(text)
        .contains("shop.Cart.add")
        .contains("shop 1.0")
        .contains("synchronized (lock: Lock)")
        .contains("the agent converts it")
        .contains("blocked in java.lang.Thread.sleep, called by shop.Cart.add:42")
        .contains("events shorter than 20 ms were not recorded")
        .contains("gone.jfr: no such file");
  }

  @Test
  void says_that_there_were_no_pins() throws Exception {
    String text = parse(html(Samples.withoutPins())).getDocumentElement().getTextContent();

    assertThat(text).contains("no pins").contains("jdk.JavaMonitorWait: not recorded");
  }

  private static String html(PinReport report) throws IOException {
    StringWriter out = new StringWriter();
    new PinHtml().write(report, out);
    return out.toString();
  }

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }
}
