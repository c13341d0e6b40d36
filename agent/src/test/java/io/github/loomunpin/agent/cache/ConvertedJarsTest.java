// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertedJarsTest {

  private static final String AGENT = "this one";

  @TempDir private Path folder;
  private final Answers live = new Answers();
  private final CachedClass sub = new CachedClass("app/Sub", "app/Base");
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Outcome outcome =
      new Outcome(new PrintStream(said, true, StandardCharsets.UTF_8), options());
  private RewriteResult anew;
  private byte[] proofs;
  private byte[] after;

  private static AgentOptions options() {
    try {
      return AgentOptions.parse("log=verbose", "");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void convert() throws IOException {
    live.superNames.put("app/Base", "java/lang/Object");
    live.superNames.put("app/Sub", "app/Base");
    ConvertedClasses classes = ConvertedClasses.none();
    anew = classes.add(sub.name, sub.file, live, sub::anew).result();
    proofs = classes.file(AGENT);
    after = anew.bytes().orElseThrow();
  }

  private Path jar(String name) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(0); // so that a flipped bit is one of these
      put(out, ConvertedClasses.FILE, proofs);
      put(out, ConvertedClasses.pathOf(sub.name), after);
    }
    return jar;
  }

  private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  private static ProtectionDomain in(Path jar, Certificate... signers) throws IOException {
    URL url = jar.toUri().toURL();
    return new ProtectionDomain(
        new CodeSource(url, signers.length == 0 ? null : signers), null, null, null);
  }

  private ConvertedJars jars(String agent) {
    return new ConvertedJars(outcome.converted(), () -> Optional.of(agent));
  }

  private Optional<RewriteResult> result(Path jar) throws IOException {
    return jars(AGENT).result(in(jar), sub.name, sub.file, live);
  }

  @Test
  void the_same_class_with_the_same_answers_becomes_what_it_became() throws Exception {
    Path jar = jar("a jar+with %.jar");

    assertThat(result(jar)).isPresent();
    assertThat(CachedClass.areSame(result(jar).get(), anew)).isTrue();
    assertThat(jars(AGENT).isFirstOf(jar + java.io.File.pathSeparator + "other.jar")).isTrue();
  }

  @Test
  void each_other_answer_has_it_rewritten_anew_and_says_which() throws Exception {
    List<Consumer<Answers>> changes =
        List.of(
            answers -> answers.superNames.put("app/Base", "java/util/Vector"),
            answers -> answers.superNames.remove("app/Base"),
            answers -> answers.kept = true);
    Path jar = jar("changed.jar");
    for (Consumer<Answers> change : changes) {
      change.accept(live);
      assertThat(result(jar)).isEmpty();
      live.kept = false;
      live.superNames.put("app/Base", "java/lang/Object");
      assertThat(result(jar)).isPresent();
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("app.Sub is rewritten anew; not as it was: what is known of app.")
        .contains("is kept native");
  }

  @Test
  void no_flipped_bit_yields_another_class() throws Exception {
    int flipped = 0;
    for (byte[] each : List.of(proofs, after, sub.file)) {
      for (int i = 0; i < each.length; i++) {
        each[i] ^= (byte) (1 << i % 8);
        String name = "flipped-" + flipped++ + ".jar"; // the JDK keeps what it has read of a file
        assertThat(result(jar(name))).as("byte %d", i).isEmpty();
        each[i] ^= (byte) (1 << i % 8);
      }
    }
    assertThat(result(jar("whole.jar"))).isPresent();
  }

  @Test
  void what_is_known_of_the_jdk_holds_for_the_same_class_file_only() throws Exception {
    byte[] file = {1, 2, 3};
    ConvertedClasses classes = ConvertedClasses.none();
    classes.add("java/util/A", file, true);
    classes.add("java/util/B", file, false);
    proofs = classes.file(AGENT);
    ConvertedJars jars = jars(AGENT);
    assertThat(jars.locksThis("java/util/A", file)).isEmpty();
    assertThat(jars.isFirstOf(jar("app.jar").toString())).isTrue();

    assertThat(jars.locksThis("java/util/A", file)).hasValue(true);
    assertThat(jars.locksThis("java/util/B", file)).hasValue(false);
    assertThat(jars.locksThis("java/util/C", file)).isEmpty();
    assertThat(jars.locksThis("java/util/A", new byte[] {1, 2, 4})).isEmpty();
  }

  @Test
  void cut_files_are_damaged() throws Exception {
    byte[] whole = proofs;
    for (int length = 0; length < whole.length; length += 7) {
      proofs = Arrays.copyOf(whole, length);
      assertThat(result(jar("cut-" + length + ".jar"))).isEmpty();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("it is damaged");
  }

  @Test
  void what_another_build_converted_is_not_used() throws Exception {
    Path jar = jar("other.jar");

    assertThat(jars("another one").result(in(jar), sub.name, sub.file, live)).isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("other.jar was converted, but is rewritten as it is loaded")
        .contains("another build of the agent");
  }

  @Test
  void signed_classes_are_not_replaced() throws Exception {
    Path jar = jar("signed.jar");
    Certificate signer =
        new Certificate("none") {
          private static final long serialVersionUID = 1;

          @Override
          public byte[] getEncoded() {
            return new byte[0];
          }

          @Override
          public void verify(java.security.PublicKey key) {}

          @Override
          public void verify(java.security.PublicKey key, String provider) {}

          @Override
          public String toString() {
            return "none";
          }

          @Override
          public java.security.PublicKey getPublicKey() {
            return null;
          }
        };

    assertThat(jars(AGENT).result(in(jar, signer), sub.name, sub.file, live)).isEmpty();
  }

  @Test
  void other_places_and_other_classes_have_none() throws Exception {
    Path jar = jar("app.jar");
    Path no = folder.resolve("no.jar");
    ProtectionDomain remote =
        new ProtectionDomain(
            new CodeSource(URI.create("http://localhost/app.jar").toURL(), (Certificate[]) null),
            null,
            null,
            null);

    assertThat(jars(AGENT).result(null, sub.name, sub.file, live)).isEmpty();
    assertThat(jars(AGENT).result(remote, sub.name, sub.file, live)).isEmpty();
    assertThat(jars(AGENT).result(in(no), sub.name, sub.file, live)).isEmpty();
    assertThat(jars(AGENT).result(in(folder), sub.name, sub.file, live)).isEmpty();
    assertThat(jars(AGENT).result(in(jar), "app/Other", sub.file, live)).isEmpty();
    assertThat(jars(AGENT).isFirstOf("")).isFalse();
    assertThat(jars(AGENT).isFirstOf(no.toString())).isFalse();
  }
}
