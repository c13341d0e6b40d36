// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.report.pins.FindingOrder;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.Pages;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class FreezeHtmlTest {

  @Test
  void takes_names_for_text() throws Exception {
    String html = html(FreezeSamples.standStill());

    Pages.assertHarmless(html);
    assertThat(Pages.text(html)).contains("a|b `c` *d* " + Samples.HOSTILE);
  }

  @Test
  void has_one_article_for_threads_that_stand_alike() throws Exception {
    String html = html(FreezeSamples.standStill());
    Document page = Pages.parse(html);

    List<Element> threads =
        Pages.elements(page, "article").stream()
            .filter(article -> article.getAttribute("id").startsWith("thread-"))
            .toList();
    assertThat(threads)
        .extracting(article -> article.getAttribute("data-role"))
        .containsExactly("PINNED", "PINNED", "HOLDER", "READY");
    assertThat(threads.get(0).getAttribute("data-threads")).isEqualTo("6");
    assertThat(threads.get(0).getTextContent())
        .contains("and 2 more")
        .contains("All 6 threads")
        .contains("\"req-5\" #25")
        .contains("waits to enter synchronized (lock: Lock), at shop.Cart.add:42");
    Pages.assertControlsWork(html);
  }

  @Test
  void leads_from_who_waits_to_who_holds() throws Exception {
    String html = html(FreezeSamples.standStill());

    Pages.assertLinksLead(html);
    assertThat(html).contains("<a href=\"#thread-3\">\"a|b `c`").contains("holds (perhaps)");
  }

  @Test
  void marks_holders_and_folds_recursion() throws Exception {
    String html = html(FreezeSamples.standStill());
    String folded = html.substring(html.indexOf("id=\"thread-2\""));
    folded = folded.substring(0, folded.indexOf("<details>"));

    assertThat(folded)
        .contains("<li class=\"held\">shop.Cart.again:50</li>")
        .contains("(900 times)")
        .contains("899 frames");
    assertThat(folded.split("<li")).hasSizeLessThan(10);
  }

  @Test
  void draws_the_carriers_and_has_the_verdict_and_the_caveats_at_the_top() throws Exception {
    String html = html(FreezeSamples.standStill());
    String top = html.substring(0, html.indexOf("<h2>"));

    assertThat(top)
        .contains("2 inputs could not be read in whole or in part")
        .contains("d2.txt is cut off: threads may be missing")
        .contains("Perhaps (a dump is cut off): Frozen: ")
        .contains("aria-label=\"Carriers: 7 kept by pinned threads, 1 free\"");
    assertThat(top.split("class=\"kept\"")).hasSize(8);
  }

  @Test
  void has_the_recordings_beside_the_dumps() throws Exception {
    StandstillReport both = FreezeSamples.standStill();

    assertThat(Pages.text(html(both)))
        .contains("What was recorded")
        .contains("4 pins")
        .contains("the class path was guessed")
        .contains("gone.jfr: no such file");
    assertThat(Pages.text(html(new StandstillReport(both.freezes(), Optional.empty()))))
        .doesNotContain("What was recorded");
  }

  private static String html(StandstillReport result) throws Exception {
    return Pages.html(
        Reports.ofStandStill(Format.HTML, TextStyle.PLAIN, FindingOrder.TIME).orElseThrow(),
        result);
  }
}
