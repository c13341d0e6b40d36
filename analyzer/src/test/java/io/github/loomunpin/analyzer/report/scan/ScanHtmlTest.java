// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.Pages;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.scan.LibrarySites;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ScanHtmlTest {

  @Test
  void has_an_article_with_an_address_for_each_site() throws Exception {
    Document page = Pages.parse(html(Samples.scan()));

    NodeList articles = page.getElementsByTagName("article");
    assertThat(articles.getLength()).isEqualTo(2);
    Element first = (Element) articles.item(0);
    assertThat(first.getAttribute("id")).isEqualTo("58690730");
    assertThat(first.getAttribute("data-grade")).isEqualTo("MAY_BLOCK");
    assertThat(first.getAttribute("data-library")).isEqualTo("shop 1.0");
    assertThat(first.getTextContent())
        .contains("shop.Cart.add")
        .contains("Cart.java:41")
        .contains("the agent converts it")
        .contains("uses a socket: line 43 > Socket.connect")
        .contains("Guess: 2 implementations");
    assertThat(html(Samples.scan())).contains("href=\"#58690730\"");
  }

  @Test
  void two_copies_of_a_library_have_addresses_of_their_own() throws Exception {
    ScanResult once = Samples.scan();
    List<LibrarySites> twice = new ArrayList<>(once.libraries());
    twice.addAll(once.libraries());

    Document page = Pages.parse(html(new ScanResult(21, twice, List.of(), once.verdicts())));

    NodeList articles = page.getElementsByTagName("article");
    assertThat(articles.getLength()).isEqualTo(4);
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Element article = (Element) articles.item(i);
      addresses.add(article.getAttribute("id"));
      Element link = (Element) article.getElementsByTagName("a").item(0);
      assertThat(link.getAttribute("href")).isEqualTo("#" + article.getAttribute("id"));
    }
    assertThat(addresses).doesNotHaveDuplicates().contains("58690730", "58690730-2");
  }

  @Test
  void takes_names_for_text_and_runs_its_own_script_only() throws Exception {
    String html = html(Samples.scan());

    Pages.assertHarmless(html);
    assertThat(html).contains("&lt;script&gt;alert('1')");
  }

  @Test
  void sites_can_be_sorted_and_filtered() throws Exception {
    Pages.assertControlsWork(html(Samples.scan()));
  }

  @Test
  void says_what_was_scanned_which_lock_and_what_the_colours_mean() throws Exception {
    assertThat(Pages.text(html(Samples.scan())))
        .contains("Scanned for JDK 21: shop 1.0")
        .contains("lock: ")
        .contains("The bars are as long as there are sites");
  }

  @Test
  void says_what_it_does_not_cover() throws Exception {
    assertThat(Pages.text(html(Samples.scan())))
        .contains("lib/cut.jar: not a readable archive (cut)");
  }

  private static String html(ScanResult result) throws IOException {
    return Pages.html(Reports.ofScan(Format.HTML, TextStyle.PLAIN).orElseThrow(), result);
  }
}
