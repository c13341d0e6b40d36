// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pages, read back, and what must be true of all of them. */
public final class Pages {

  private Pages() {}

  public static <T> String html(ReportWriter<T> writer, T result) throws IOException {
    StringWriter out = new StringWriter();
    writer.write(result, out);
    return out.toString();
  }

  /** Fails if the page is not well-formed. */
  public static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  public static String text(String html) throws Exception {
    return parse(html).getDocumentElement().getTextContent();
  }

  public static List<Element> elements(Document page, String name) {
    List<Element> elements = new ArrayList<>();
    NodeList nodes = page.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  /** Foreign names are text: the page has its own script, obeys nothing else, and loads nothing. */
  public static void assertHarmless(String html) throws Exception {
    Document page = parse(html);
    List<Element> scripts = elements(page, "script");
    assertThat(scripts).hasSize(1);
    assertThat(scripts.get(0).getTextContent().strip()).isEqualTo(ownScript());
    String script = html.substring(html.indexOf("<script>") + 8, html.indexOf("</script>"));
    assertThat(html).contains("script-src 'sha256-" + hash(script) + "'\"");
    assertThat(attributes(page)).noneMatch(name -> name.startsWith("on"));
    assertThat(html)
        .doesNotContain("<script>alert")
        .doesNotContain("\u001b", "\u202e")
        .contains("default-src 'none'");
    assertThat(html.replaceAll("<a rel=\"noreferrer\" href=\"https[^<]*</a>", ""))
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("@import");
  }

  /** Every link within the page leads to an element that is there once. */
  public static void assertLinksLead(String html) throws Exception {
    Document page = parse(html);
    List<String> ids =
        elements(page, "*").stream()
            .map(element -> element.getAttribute("id"))
            .filter(id -> !id.isEmpty())
            .toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(elements(page, "a"))
        .filteredOn(link -> link.getAttribute("href").startsWith("#"))
        .allSatisfy(link -> assertThat(ids).contains(link.getAttribute("href").substring(1)));
  }

  /** What a form sorts and filters by, every item of its list has. */
  public static void assertControlsWork(String html) throws Exception {
    Document page = parse(html);
    for (Element form : elements(page, "form")) {
      List<Element> items = itemsOf(page, form.getAttribute("data-list"));
      assertThat(items).isNotEmpty();
      NodeList selects = form.getElementsByTagName("select");
      for (int i = 0; i < selects.getLength(); i++) {
        Element select = (Element) selects.item(i);
        List<String> keys =
            select.getAttribute("name").equals("sort")
                ? values(select)
                : List.of(select.getAttribute("data-filter"));
        for (String key : keys) {
          assertThat(items)
              .allMatch(item -> key.isEmpty() || item.hasAttribute("data-" + key.replace("-", "")));
        }
      }
    }
  }

  private static List<Element> itemsOf(Document page, String list) {
    return elements(page, "article").stream()
        .filter(item -> ((Element) item.getParentNode()).getAttribute("id").equals(list))
        .toList();
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
    for (Element element : elements(page, "*")) {
      NamedNodeMap attributes = element.getAttributes();
      for (int i = 0; i < attributes.getLength(); i++) {
        names.add(attributes.item(i).getNodeName());
      }
    }
    return names;
  }

  private static String hash(String script) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(hash);
  }

  private static String ownScript() throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream("/loom-unpin/report/page.js")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replace("<![CDATA[", "").replace("]]>", "").strip();
    }
  }
}
