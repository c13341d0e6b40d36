// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new BufferedReader(new StringReader(\"a\")).readLine();",
        "ByteArrayOutputStream b = new ByteArrayOutputStream();"
            + " ObjectOutputStream o = new ObjectOutputStream(b); o.writeObject(\"a\");",
        "InputStream i = new FileInputStream(\"a\"); i = new BufferedInputStream(i, 9); i.read();",
        "InputStream i = App.class.getResourceAsStream(\"a\");"
            + " new BufferedReader(new InputStreamReader(i, \"UTF-8\")).readLine();",
        "BufferedReader r = null; try { r = new BufferedReader(new FileReader(\"a\"));"
            + " r.readLine(); } catch (IOException e) { e.toString(); }"
            + " try { hashCode(); } catch (RuntimeException e) { e.toString(); }",
        "InputStream i = java.nio.file.Files.newInputStream(Path.of(\"a\"));"
            + " try { new DataInputStream(i).readInt(); } finally { i.close(); }"
      })
  void what_is_around_memory_or_a_file_is_no_socket(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.SHORT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new BufferedReader(new InputStreamReader(s.getInputStream())).readLine();",
        "InputStream i = new FileInputStream(\"a\"); if (s != null) { i = s.getInputStream(); }"
            + " i = new BufferedInputStream(i); i.read();",
        "InputStream i = new FileInputStream(\"a\"); for (int n = 0; n < 2; n++) {"
            + " DataInputStream d = new DataInputStream(i); d.readInt(); i = s.getInputStream(); }",
        "InputStream i = new SequenceInputStream(new FileInputStream(\"a\"), s.getInputStream());"
            + " i.read();",
        "InputStream i = s == null ? null : s.getInputStream(); new DataInputStream(i).readInt();"
      })
  void what_may_be_around_a_socket_may_block(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  private Compiled of(String code) throws IOException {
    String imported = code.replace("Path.of", "java.nio.file.Path.of");
    return Compiled.app(
        folder, "synchronized void m(java.net.Socket s) throws Exception { " + imported + " }");
  }
}
