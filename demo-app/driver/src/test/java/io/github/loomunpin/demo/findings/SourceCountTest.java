// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.experiment.Inventory.Library;
import io.github.loomunpin.demo.outcome.LibraryCount;
import io.github.loomunpin.demo.outcome.LibraryCount.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCountTest {

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
        "{\"libraries\": [{\"path\": \"jars/a-1.jar\", \"sites\": [{\"class\": \"x.A\", \"kind\": \"BLOCK\"}, {\"class\": \"x.A\", \"kind\": \"SYNC_METHOD\"}, {\"class\": \"x.A\", \"kind\": \"WAIT\"}]}]}";
    var sources =
        "{\"libraries\": [{\"path\": \"src/a\", \"sites\": [{\"class\": \"x.A\", \"kind\": \"BLOCK\"}, {\"class\": \"x.Left\", \"kind\": \"BLOCK\"}]},"
            + " {\"path\": \"src/b\", \"sites\": [{\"class\": \"B\", \"kind\": \"BLOCK\"}]}]}";
    var mapper = new ObjectMapper();

    assertThat(
            new SourceCount(inventory, mapper.readTree(classes), mapper.readTree(sources), folder)
                .counts())
        .containsExactly(
            new LibraryCount(
                "A 1",
                7,
                3,
                "Left.java",
                1,
                2,
                2,
                List.of(new Difference("x.A", 1, 2), new Difference("x.Left", 1, 0)),
                "a remark"));
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

    assertThat(SourceLines.inZip(zip, "Lock")).isEqualTo(2);
  }

  private void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
