// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
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

    assertThat(page.getElementsByTagName("script").getLength()).isEqualTo(1);
    assertThat(page.getElementsByTagName("script").item(0).getTextContent().strip())
        .isEqualTo(ownScript());
    assertThat(html)
        .doesNotContain("<script>alert")
        .doesNotContain("\u001b", "\u202e")
        .contains("&lt;script&gt;alert(&#39;1&#39;)");
    assertThat(attributes(page)).noneMatch(name -> name.startsWith("on"));
    assertThat(page.getDocumentElement().getTextContent()).contains("evil." + Samples.HOSTILE);
  }

  @Test
  void loads_nothing_from_outside() throws IOException {
    String html = html(Samples.pins());
    String link = "href=\"https://shop.example/issues/1?a=b&amp;c=d\"";

    assertThat(html).contains("fixed in 2.0 (9 sites in 1.0, 1 in 2.0)");
    assertThat(html).contains("<a rel=\"noreferrer\" " + link + ">https://shop.example/");
    assertThat(html.replaceAll("<a rel=\"noreferrer\" href=\"https[^<]*</a>", ""))
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("@import")
        .contains("default-src 'none'");
  }

  @Test
  void runs_its_own_script_only() throws Exception {
    String html = html(Samples.pins());
    String script = html.substring(html.indexOf("<script>") + 8, html.indexOf("</script>"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));

    assertThat(html)
        .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'\"");
  }

  @Test
  void findings_can_be_sorted_and_filtered_and_have_addresses() throws Exception {
    Document page = parse(html(Samples.pins()));

    NodeList articles = page.getElementsByTagName("article");
    Element shop = (Element) articles.item(0);
    assertThat(shop.getAttribute("id")).isEqualTo("finding-1");
    assertThat(shop.getAttribute("data-library")).isEqualTo("shop 1.0");
    assertThat(shop.getAttribute("data-mode")).isEqualTo("VIRTUAL");
    assertThat(shop.getAttribute("data-time")).isEqualTo("3000000000");
    assertThat(shop.getAttribute("data-pins")).isEqualTo("3");
    assertThat(shop.getAttribute("data-longest")).isEqualTo("1500000000");
    Element unexplained = (Element) articles.item(2);
    assertThat(unexplained.getAttribute("id")).isEqualTo("finding-3");
    assertThat(unexplained.getAttribute("data-mode")).isEqualTo("NONE");
    NodeList selects = page.getElementsByTagName("select");
    for (int i = 0; i < selects.getLength(); i++) {
      Element select = (Element) selects.item(i);
      if (select.getAttribute("name").equals("sort")) {
        assertThat(values(select))
            .allMatch(key -> key.isEmpty() || shop.hasAttribute("data-" + key.replace("-", "")));
      } else {
        assertThat(shop.hasAttribute("data-" + select.getAttribute("data-filter"))).isTrue();
      }
    }
  }

  @Test
  void unpin_set_leads_to_the_findings() throws IOException {
    assertThat(html(Samples.pins()))
        .contains("<a href=\"#finding-1\"><code>shop.Cart.add</code></a>")
        .contains("<span class=\"number\">99 %</span>");
  }

  @Test
  void marks_every_frame_that_holds_a_monitor() throws IOException {
    assertThat(html(Samples.pins()))
        .contains("<li class=\"held\">shop.Cart.add:42</li>")
        .contains("<li class=\"held\">evil.&lt;script&gt;");
  }

  @Test
  void caveats_come_before_all_names() throws IOException {
    String html = html(Samples.pins());

    assertThat(html.indexOf("1 input could not be read"))
        .isPositive()
        .isLessThan(html.indexOf("shop.Cart.add"));
  }

  @Test
  void charts_carriers_and_marks_when_none_was_left() throws IOException {
    Instant start = Instant.EPOCH;
    CarrierUse use =
        new CarrierUse(
            2,
            start,
            1_000_000_000,
            List.of(1.0, 2.0, 2.0, 0.0),
            List.of(
                new CarrierUse.Loss(
                    TimeSpan.of(start.plusSeconds(1), Duration.ofSeconds(2)), List.of())),
            1,
            2_000_000_000);
    StringWriter out = new StringWriter();

    CarrierChart.write("<app>.jfr", use, out);

    assertThat(out.toString())
        .contains("&lt;app&gt;.jfr")
        .contains("<polygon points=\"0,60 0.00,30.00 100.00,30.00 100.00,0.00 ")
        .contains("<rect x=\"100.00\" y=\"0\" width=\"200.00\" height=\"60\"/>")
        .contains("00:00:00.000Z</span><span>00:00:04.000Z")
        .contains("At most 2.0 were blocked of 2 carriers");
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

  private static String ownScript() throws IOException {
    try (InputStream in = PinHtmlTest.class.getResourceAsStream("/loom-unpin/report/page.js")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replace("<![CDATA[", "").replace("]]>", "").strip();
    }
  }

  private static List<String> values(Element select) {
    List<String> values = new ArrayList<>();
    NodeList options = select.getElementsByTagName("option");
    for (int i = 0; i < options.getLength(); i++) {
      values.add(((Element) options.item(i)).getAttribute("value"));
    }
    return values;
  }

  private static Set<String> attributes(Document page) {
    Set<String> names = new TreeSet<>();
    NodeList elements = page.getElementsByTagName("*");
    for (int i = 0; i < elements.getLength(); i++) {
      NamedNodeMap attributes = elements.item(i).getAttributes();
      for (int j = 0; j < attributes.getLength(); j++) {
        names.add(attributes.item(j).getNodeName());
      }
    }
    return names;
  }

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }
}
