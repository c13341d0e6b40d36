// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestBytesTest {

  private static String with(String manifest) {
    return new ManifestBytes(manifest).with("Added", "yes").text();
  }

  private static Manifest parsed(String manifest) throws IOException {
    return new Manifest(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static String lines(String named) {
    return named.replace("CR", "\r").replace("LF", "\n").replace('_', ' ');
  }

  @ParameterizedTest
  @CsvSource({
    // The main section ends with an empty line, with the file, or is all there is.
    "A:_bCRLFCRLF, A:_bCRLFAdded:_yesCRLFCRLF",
    "A:_bLF, A:_bLFAdded:_yesLF",
    "A:_bCRCRName:_xCRB:_cCR, A:_bCRAdded:_yesCRCRName:_xCRB:_cCR",
    "A:_bLFLFLFName:_xLFB:_c, A:_bLFAdded:_yesLFLFLFName:_xLFB:_c",
    // Lines go on in the next one.
    "A:_bCRLF_cCRLFB:_dCRLF_CRLFCRLF, A:_bCRLF_cCRLFB:_dCRLF_CRLFAdded:_yesCRLFCRLF",
    // The JDK reads no last line that has no end, nor what it goes on from.
    "A:_bLFMulti-Release:_true, A:_bLFAdded:_yesLFMulti-Release:_true",
    "A:_bLFB:_cLF_d, A:_bLFAdded:_yesLFB:_cLF_d",
    "A:_b, Manifest-Version:_1.0CRLFAdded:_yesCRLFA:_b",
    // There is no main section.
    "'', Manifest-Version:_1.0CRLFAdded:_yesCRLF",
    "LFName:_xLFB:_cLF, Manifest-Version:_1.0LFAdded:_yesLFLFName:_xLFB:_cLF",
    // What was added before is replaced; elsewhere it is somebody else's.
    "A:_bLFadded:_noLF_neverLFC:_dLFLF, A:_bLFC:_dLFAdded:_yesLFLF",
    "A:_bLFLFName:_xLFAdded:_noLF, A:_bLFAdded:_yesLFLFName:_xLFAdded:_noLF"
  })
  void an_attribute_is_added_to_the_main_section_and_all_else_stays(String before, String after)
      throws Exception {
    String added = with(lines(before));

    assertThat(added).isEqualTo(lines(after));
    Manifest expected = parsed(lines(before));
    expected.getMainAttributes().putValue("Added", "yes");
    if (expected.getMainAttributes().size() == 1) {
      expected.getMainAttributes().putValue("Manifest-Version", "1.0");
    }
    assertThat(parsed(added)).isEqualTo(expected);
    assertThat(with(added)).isEqualTo(added);
  }

  @Test
  void a_long_attribute_is_folded_as_the_jdk_folds_it() throws Exception {
    String value = "ä and some more ".repeat(20).strip();
    String added = new ManifestBytes("A: b\n").with("Added", value).text();

    assertThat(added.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(72));
    assertThat(parsed(added).getMainAttributes().getValue("Added")).isEqualTo(value);
    assertThat(new ManifestBytes(added).with("Added", "yes").text()).isEqualTo(with("A: b\n"));
  }

  @Test
  void bytes_that_are_no_text_stay() {
    byte[] bytes = {'A', ':', ' ', (byte) 0xfc, (byte) 0xff, '\n'};

    assertThat(ManifestBytes.of(bytes).with("Added", "yes").bytes())
        .startsWith(bytes)
        .endsWith("Added: yes\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void what_signatures_add_goes_and_sections_that_had_nothing_else() throws Exception {
    String main = "Manifest-Version: 1.0\r\nMulti-Release: tr\r\n ue\r\nMagic: main\r\n\r\n";
    String signed =
        main
            + "Name: a/long\r\n er\r\nSHA-256-Di\r\n gest: AAAA\r\n\r\n"
            + "Name: b\r\nMagic: x\r\nKind: da\r\n ta\r\nSHA1-Digest-de: A\r\n A\r\n\r\n\r\n"
            + "Name: empty\r\n\r\n"
            + "Name: last\r\nSHA-256-Digest: AAAA\r\n\r\n";

    String unsigned = new ManifestBytes(signed).unsigned().text();

    assertThat(unsigned)
        .isEqualTo(main + "Name: b\r\nKind: da\r\n ta\r\n\r\n\r\nName: empty\r\n\r\n");
    assertThat(parsed(unsigned).getEntries()).containsOnlyKeys("b", "empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "A: b", "A: b\n\nName: x\n", "\n\nName: x\nKind: data\n"})
  void a_manifest_without_anything_of_signatures_stays(String manifest) {
    assertThat(new ManifestBytes(manifest).unsigned().text()).isEqualTo(manifest);
  }
}
