// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount;
import io.github.loomunpin.demo.outcome.MonitorTable.LibraryCount.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryCountsTest {

  @TempDir private Path folder;

  @Test
  void lines_parsed_sites_and_compiled_sites_stand_side_by_side() throws Exception {
    write("a/x/A.java", "synchronized (this) { // synchronized\n}\n/* synchronized\n");
    write("a/x/Left.java", "synchronized void m() {\n");
    write("a/x/notes.txt", "synchronized\n");
    write("b/B.java", "synchronized\n");
    var inventory =
        new Inventory(
            Path.of("jars"), folder, List.of(new Library("A 1", "a", 7, "Left.java", "a remark")));
    var classes =
        "{\"libraries\": [{\"path\": \"jars/a-1.jar\", \"counts\": {\"synchronizedMethods\": 1, \"blocks\": 1}, \"sites\": [{\"class\": \"x.A\", \"kind\": \"BLOCK\"}, {\"class\": \"x.A\", \"kind\": \"SYNC_METHOD\"}, {\"class\": \"x.A\", \"kind\": \"WAIT\"}]}]}";
    var sources =
        "{\"libraries\": [{\"path\": \"src/a\", \"sites\": [{\"class\": \"x.A\", \"kind\": \"BLOCK\"}, {\"class\": \"x.Left\", \"kind\": \"BLOCK\"}]},"
            + " {\"path\": \"src/b\", \"sites\": [{\"class\": \"B\", \"kind\": \"BLOCK\"}]}]}";
    var mapper = new ObjectMapper();

    assertThat(
            new LibraryCounts(
                    inventory,
                    mapper.readTree(classes),
                    Optional.of(new LibraryCounts.Sources(mapper.readTree(sources), folder)))
                .counts())
        .containsExactly(
            new LibraryCount(
                "A 1",
                7,
                1,
                1,
                3,
                "Left.java",
                1,
                2,
                List.of(new Difference("x.A", 1, 2), new Difference("x.Left", 1, 0)),
                "a remark"));
  }

  @Test
  void modules_of_spring_are_summed_without_spring_data() throws Exception {
    var scan =
        """
        {"libraries": [
          {"path": "jars/spring-core-5.jar", "counts": {"synchronizedMethods": 5, "blocks": 37}},
          {"path": "jars/spring-web-5.jar", "counts": {"synchronizedMethods": 0, "blocks": 25}},
          {"path": "jars/spring-data-commons-2.jar", "counts": {"synchronizedMethods": 3, "blocks": 8}}
        ]}
        """;

    assertThat(
            new LibraryCounts(
                    Inventory.OF_2020, new ObjectMapper().readTree(scan), Optional.empty())
                .counts())
        .extracting(LibraryCount::title, LibraryCount::methods, LibraryCount::blocks)
        .contains(
            tuple("Spring Framework 5.3.0", 5, 62),
            tuple("spring-data-commons 2.4.0", 3, 8),
            tuple("tomcat-embed-core 9.0.38", 0, 0));
  }

  @Test
  void lines_are_counted_in_sources_of_a_zip_only() throws Exception {
    var zip = folder.resolve("src.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("java.base/A.java"));
      out.write("Lock a; Lock b;\nLock c;\n".getBytes());
      out.putNextEntry(new ZipEntry("java.base/A.html"));
      out.write("Lock\n".getBytes());
    }

    assertThat(SourceSearch.inZip(zip, "Lock")).isEqualTo(2);
  }

  private void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
