// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.HtmlRenderer;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.Pages;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PinHtmlTest {

  @Test
  void is_well_formed() throws Exception {
    Document page = Pages.parse(html(Samples.pins()));

    assertThat(Pages.elements(page, "article")).hasSize(3);
    assertThat(Pages.elements(page, "h1")).hasSize(1);
  }

  @Test
  void takes_names_for_text() throws Exception {
    String html = html(Samples.pins());

    Pages.assertHarmless(html);
    assertThat(html).contains("&lt;script&gt;alert('1')");
    assertThat(Pages.text(html)).contains("evil." + Samples.HOSTILE);
  }

  @Test
  void links_to_where_a_fix_is_discussed() throws IOException {
    String link = "href=\"https://shop.example/issues/1?a=b&amp;c=d\"";

    assertThat(html(Samples.pins()))
        .contains("fixed in 2.0 (9 sites in 1.0, 1 in 2.0)")
        .contains("<a rel=\"noreferrer\" " + link + ">fixed in 2.0");
  }

  @Test
  void findings_can_be_sorted_and_filtered_and_have_addresses() throws Exception {
    String html = html(Samples.pins());
    Document page = Pages.parse(html);

    Element shop = Pages.elements(page, "article").get(0);
    assertThat(shop.getAttribute("id")).isEqualTo("finding-1");
    assertThat(shop.getAttribute("data-library")).isEqualTo("shop 1.0");
    assertThat(shop.getAttribute("data-mode")).isEqualTo("VIRTUAL");
    assertThat(shop.getAttribute("data-time")).isEqualTo("3000000000");
    assertThat(shop.getAttribute("data-pins")).isEqualTo("3");
    assertThat(shop.getAttribute("data-longest")).isEqualTo("1500000000");
    assertThat(shop.getAttribute("data-first")).isEqualTo("0");
    Element unexplained = Pages.elements(page, "article").get(2);
    assertThat(unexplained.getAttribute("id")).isEqualTo("finding-3");
    assertThat(unexplained.getAttribute("data-mode")).isEqualTo("NONE");
    Pages.assertControlsWork(html);
    Pages.assertLinksLead(html);
  }

  @Test
  void starts_in_the_order_that_was_asked_for() throws Exception {
    String html = html(FindingOrder.FIRST, Samples.pins());

    assertThat(html).contains("<option value=\"\">Monitors, first seen first</option>");
  }

  @Test
  void unpin_set_leads_to_the_findings() throws IOException {
    assertThat(html(Samples.pins()))
        .contains("<a href=\"#finding-1\"><code>shop.Cart.add:41</code></a>")
        .contains("<td class=\"number\">99 %</td>");
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
    var page =
        new io.github.loomunpin.analyzer.report.block.Document(
            "", "", List.of(new Block.OnPage.CarrierChart("<app>.jfr", use)));

    assertThat(Pages.html(HtmlRenderer::write, page))
        .contains("&lt;app&gt;.jfr")
        .contains("<polygon points=\"0,60 0.00,30.00 100.00,30.00 100.00,0.00 ")
        .contains("<rect x=\"100.00\" y=\"0\" width=\"200.00\" height=\"60\"/>")
        .contains("00:00:00.000Z</span><span>00:00:04.000Z")
        .contains("At most 2 were blocked of 2 carriers");
  }

  @Test
  void shows_monitors_calls_and_gaps() throws Exception {
    String text = Pages.text(html(Samples.pins()));

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
    String text = Pages.text(html(Samples.withoutPins()));

    assertThat(text).contains("no pins").contains("jdk.JavaMonitorWait: not recorded");
  }

  private static String html(PinReport report) throws IOException {
    return html(FindingOrder.TIME, report);
  }

  private static String html(FindingOrder order, PinReport report) throws IOException {
    return Pages.html(Reports.ofPins(Format.HTML, TextStyle.PLAIN, order).orElseThrow(), report);
  }
}
