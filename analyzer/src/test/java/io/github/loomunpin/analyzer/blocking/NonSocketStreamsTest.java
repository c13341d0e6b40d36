// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NonSocketStreamsTest {

  private static final String STREAMS =
      "static class Bytes extends OutputStream { byte[] all = new byte[9]; int count;"
          + " public void write(int b) { room(1); all[count++] = (byte) b; }"
          + " void room(int more) { all = Arrays.copyOf(all, size(count + more)); }"
          + " static int size(int least) { return Math.max(9, least); }"
          + " Bytes() {} Bytes(InputStream in) throws IOException { all = in.readAllBytes(); } }"
          + " static class MoreBytes extends Bytes { void room(int more) { super.room(9); } }"
          + " static class Socket extends OutputStream { OutputStream to;"
          + " Socket(OutputStream to) { this.to = to; }"
          + " public void write(int b) throws IOException { to.write(b); } }"
          + " static class Sleeping extends OutputStream {"
          + " public void write(int b) { slow(); } }"
          + " static class Twin extends OutputStream { Twin[] other;"
          + " Twin(Twin other) { this.other = new Twin[] {other}; }"
          + " public void write(int b) { other[0].put(b); } void put(int b) {} }"
          + " static class Slow extends Twin { Slow() { super(null); } void put(int b) { slow(); } }"
          + " static final Twin TWIN = new Slow();"
          + " static InputStream opened() throws IOException {"
          + " return new BufferedInputStream(new FileInputStream(\"a\")); }"
          + " static InputStream either(java.net.Socket s) throws IOException {"
          + " return s == null ? opened() : s.getInputStream(); }"
          + " InputStream own = new ByteArrayInputStream(new byte[9]); InputStream any;"
          + " void set(InputStream given) { any = given; }"
          + " interface Opener { OutputStream open() throws IOException; }"
          + " static class Files implements Opener { public OutputStream open()"
          + " throws IOException { return new FileOutputStream(\"a\"); } }"
          + " static class Memory implements Opener { public OutputStream open() {"
          + " return new ByteArrayOutputStream(); } }"
          + " static class Buffer { byte[] all = new byte[9]; int at; int next() { return all[at++]; }"
          + " InputStream stream() { return new InputStream() {"
          + " public int read() { return next(); } }; } }"
          + " static class Kept extends OutputStream { final OutputStream to = new ByteArrayOutputStream();"
          + " public void write(int b) throws IOException { to.write(b); } }"
          + " static Opener opener = App.class.hashCode() > 1 ? new Files() : new Memory(); ";

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
            + " try { new DataInputStream(i).readInt(); } finally { i.close(); }",
        "ByteArrayInputStream b = new ByteArrayInputStream(new byte[9]);"
            + " new java.util.zip.GZIPInputStream(b).read();",
        "try (ByteArrayOutputStream b = new ByteArrayOutputStream();"
            + " DataOutputStream d = new DataOutputStream(b)) { d.writeUTF(\"a\"); }"
            + " try { hashCode(); } catch (RuntimeException e) { e.toString(); }",
        "Bytes b = new Bytes(); ObjectOutputStream o = new ObjectOutputStream(b);"
            + " o.writeObject(\"a\");",
        "new ObjectOutputStream(new MoreBytes()).writeObject(\"a\");",
        "new DataInputStream(opened()).readInt();",
        "InputStream i = opened(); i.read();",
        "new DataInputStream(own).readInt();",
        "new DataOutputStream(opener.open()).writeInt(1);",
        "InputStream i = new Buffer().stream(); new DataInputStream(i).readInt();",
        "new DataOutputStream(new Kept()).writeInt(1);",
        "javax.xml.stream.XMLInputFactory.newInstance()"
            + ".createXMLStreamReader(new FileInputStream(\"a\"));"
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
        "InputStream i = s == null ? null : s.getInputStream(); new DataInputStream(i).readInt();",
        "Socket b = new Socket(s.getOutputStream()); new DataOutputStream(b).writeUTF(\"a\");",
        "new DataOutputStream(new Sleeping()).writeUTF(\"a\");",
        "new DataOutputStream(new Twin(new Twin(null))).writeUTF(\"a\");",
        "new DataInputStream(either(s)).readInt();",
        "any = s.getInputStream(); new DataInputStream(any).readInt();",
        "any = new FileInputStream(\"a\"); new DataInputStream(any).readInt();",
        "new java.util.zip.GZIPInputStream(s.getInputStream()).read();",
        "javax.xml.stream.XMLInputFactory.newInstance().createXMLStreamReader(s.getInputStream());"
      })
  void what_may_be_around_a_socket_may_block(String code) throws IOException {
    assertThat(of(code).grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  /** Code names an inherited field by the class that inherits it. */
  @ParameterizedTest
  @ValueSource(strings = {"in.read();", "new DataInputStream(in).readInt();"})
  void what_subclasses_store_is_in_the_field_too(String code) throws IOException {
    Compiled compiled =
        Compiled.app(
            folder,
            "InputStream in = new ByteArrayInputStream(new byte[9]);"
                + " synchronized void m() throws IOException { "
                + code
                + " } static class Sub extends App { Sub(java.net.Socket s) throws IOException {"
                + " in = s.getInputStream(); } } static App made() throws IOException {"
                + " return new Sub(null); }");

    assertThat(compiled.grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  private Compiled of(String code) throws IOException {
    String imported = code.replace("Path.of", "java.nio.file.Path.of");
    return Compiled.app(
        folder,
        STREAMS + "synchronized void m(java.net.Socket s) throws Exception { " + imported + " }");
  }
}
