// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.cache.ConvertedClasses;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ConversionTest {

  private static final String PROOFS = "META-INF/loom-unpin/proofs";
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  @TempDir private Path folder;
  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private boolean strip;
  private final List<Path> begun = new ArrayList<>();

  /** A class with a synchronized method. */
  private static byte[] locking(String name, String superName, int field) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superName, null);
    writer.visitField(0, "field" + field, "I", null, null).visitEnd();
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_SYNCHRONIZED, "method", "(I)V", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path jar(String name) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        if (each.getKey().endsWith(".stored")) {
          CRC32 crc = new CRC32();
          crc.update(each.getValue());
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(each.getValue().length);
          entry.setCrc(crc.getValue());
        }
        out.putNextEntry(entry);
        out.write(each.getValue());
        out.closeEntry();
      }
    }
    return jar;
  }

  private Map<String, Object> convert(Path jar, Path... more) throws IOException {
    List<Map<String, Object>> results =
        Conversion.convert(Map.of(jar, to(jar)), List.of(more), strip, begun::add, "this one");
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  private Path to(Path jar) {
    return folder.resolve("out").resolve(jar.getFileName());
  }

  private Map<String, byte[]> converted(Path jar) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    try (JarFile out = new JarFile(to(jar).toFile())) {
      for (ZipEntry entry : out.stream().toList()) {
        all.put(entry.getName(), out.getInputStream(entry).readAllBytes());
      }
    }
    return all;
  }

  private void assertRefused(Path jar, String why) throws IOException {
    Map<String, Object> result = convert(jar);
    assertThat((String) result.get("refused")).contains(why);
    assertThat(to(jar)).doesNotExist();
    assertThat(folder.resolve("out"))
        .satisfiesAnyOf(
            out -> assertThat(out).doesNotExist(), out -> assertThat(out).isEmptyDirectory());
  }

  @Test
  void everything_stays_and_what_became_of_classes_is_beside_it() throws Exception {
    entries.put(MANIFEST, text("Manifest-Version: 1.0\r\nMain-Class: app.Sub\r\n\r\n"));
    entries.put("app/", new byte[0]);
    entries.put("app/Sub.class", locking("app/Sub", "app/Base", 1));
    entries.put("app/Base.class", locking("app/Base", "java/lang/Object", 1));
    entries.put("app/Native.class", locking("app/Native", "java/util/Vector", 1));
    entries.put("app/data.stored", text("some text"));
    Path jar = jar("app.jar");

    Map<String, Object> result = convert(jar);

    assertThat(result)
        .containsEntry("classes", 3)
        .containsEntry("converted", 2)
        .containsEntry("sites", 2)
        .containsEntry("left", Map.of());
    Map<String, byte[]> out = converted(jar);
    for (String name : entries.keySet()) {
      if (!name.equals(MANIFEST)) {
        assertThat(out.get(name)).as(name).isEqualTo(entries.get(name));
      }
    }
    List<String> names = new ArrayList<>(entries.keySet());
    names.addAll(
        List.of(
            "META-INF/loom-unpin/classes/app/Base.unpinned",
            "META-INF/loom-unpin/classes/app/Sub.unpinned",
            PROOFS));
    assertThat(out.keySet()).containsExactlyElementsOf(names);
    try (ClassPath classPath = new ClassPath()) {
      classPath.add(jar);
      byte[] file = entries.get("app/Sub.class");
      ModeQuestions live = new Rewriting(classPath).questions(ConvertedClasses.none());
      byte[] anew = new ClassRewriter(new ModeRules(live)).rewrite(file).bytes().orElseThrow();
      assertThat(out.get("META-INF/loom-unpin/classes/app/Sub.unpinned")).isEqualTo(anew);
    }
    try (JarFile file = new JarFile(to(jar).toFile())) {
      Manifest manifest = file.getManifest();
      assertThat(manifest.getMainAttributes().getValue("Main-Class")).isEqualTo("app.Sub");
      assertThat(manifest.getMainAttributes().getValue("Loom-Unpin-Converted"))
          .contains("JDK " + Runtime.version(), ": 2 sites in 2 of 3 classes");
    }
  }

  @Test
  void the_same_jar_makes_the_same_bytes_also_if_it_was_converted_before() throws Exception {
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    Path jar = jar("app.jar");
    convert(jar);
    byte[] first = Files.readAllBytes(to(jar));
    Path again = Files.move(to(jar), folder.resolve("again.jar"));
    convert(jar);

    assertThat(Files.readAllBytes(to(jar))).isEqualTo(first);
    convert(again);
    assertThat(converted(again)).containsOnlyKeys(converted(jar).keySet());
    assertThat(converted(again).get(PROOFS)).isEqualTo(converted(jar).get(PROOFS));
  }

  @Test
  void files_of_its_own_beside_what_is_added_stay() throws Exception {
    entries.put("META-INF/loom-unpin/notes.txt", text("text"));
    entries.put("META-INF/loom-unpin/classes/app/Sub.class", text("no class"));
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    Path jar = jar("app.jar");

    assertThat(convert(jar)).containsEntry("converted", 1);
    Path again = Files.move(to(jar), folder.resolve("again.jar"));
    assertThat(convert(again)).containsEntry("converted", 1);
    assertThat(converted(again))
        .containsKeys(PROOFS, "META-INF/loom-unpin/classes/app/Sub.unpinned")
        .containsEntry("META-INF/loom-unpin/notes.txt", text("text"))
        .containsEntry("META-INF/loom-unpin/classes/app/Sub.class", text("no class"));
  }

  @Test
  void files_of_its_own_in_the_place_of_what_is_added_are_not_lost() throws Exception {
    for (String name : List.of(PROOFS, "META-INF/loom-unpin/classes/app/Sub.unpinned")) {
      entries.clear();
      entries.put(name, text("the application's"));
      assertRefused(jar("app.jar"), "it has an entry " + name + " of its own");
    }
  }

  @Test
  void a_superclass_that_is_only_on_the_class_path_counts() throws Exception {
    entries.put("app/Base.class", locking("app/Base", "java/util/Vector", 1));
    Path base = jar("base.jar");
    entries.clear();
    entries.put("app/Sub.class", locking("app/Sub", "app/Base", 1));
    Path jar = jar("app.jar");

    assertThat(convert(jar, base)).containsEntry("converted", 0);
    assertThat(convert(jar)).containsEntry("converted", 1); // in two copies
    assertThat(convert(jar, jar, base)).containsEntry("converted", 0);
    Path none = folder.resolve("none.jar");
    List<Map<String, Object>> results =
        Conversion.convert(Map.of(jar, to(jar)), List.of(none), false, begun::add, "this one");
    assertThat(results).hasSize(2);
    assertThat(results.get(1))
        .containsEntry("path", none)
        .containsEntry("refused", "it cannot be read: there is no such file");
  }

  @Test
  void a_class_that_the_class_path_has_before_it_is_left() throws Exception {
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    Path first = jar("first.jar");
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 2));
    Path second = jar("second.jar");
    Map<Path, Path> jars = new LinkedHashMap<>();
    jars.put(first, to(first));
    jars.put(second, to(second));

    List<Map<String, Object>> results =
        Conversion.convert(jars, List.of(), false, begun::add, "this one");

    assertThat(begun).containsExactly(first, second);
    assertThat(results.get(0)).containsEntry("converted", 1);
    assertThat(results.get(1))
        .containsEntry("converted", 0)
        .containsEntry(
            "left",
            Map.of(
                "app.Sub", "the class path has another class of that name before it, in " + first));
  }

  @Test
  void of_a_multi_release_jar_the_classes_for_this_jdk_are_converted() throws Exception {
    byte[] newer = locking("app/Sub", "java/lang/Object", 21);
    entries.put(MANIFEST, text("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"));
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    entries.put("META-INF/versions/21/app/Sub.class", newer);
    entries.put("META-INF/versions/99/app/Sub.class", locking("app/Sub", "java/lang/Object", 99));
    Path jar = jar("app.jar");

    assertThat(convert(jar)).containsEntry("classes", 1).containsEntry("converted", 1);
    byte[] unpinned = converted(jar).get("META-INF/loom-unpin/classes/app/Sub.unpinned");
    assertThat(new String(unpinned, StandardCharsets.ISO_8859_1)).contains("field21");
  }

  @Test
  void a_jar_without_monitors_says_that_it_was_converted() throws Exception {
    entries.put("app/data.txt", text("text"));
    Path jar = jar("app.jar");

    assertThat(convert(jar)).containsEntry("classes", 0).containsEntry("converted", 0);
    assertThat(converted(jar).keySet()).containsExactly(MANIFEST, "app/data.txt", PROOFS);
  }

  @Test
  void signed_jars_are_refused_or_lose_their_signatures() throws Exception {
    entries.put(
        MANIFEST,
        text(
            "Manifest-Version: 1.0\r\nMain-Class: app.Sub\r\n\r\n"
                + "Name: app/Sub.class\r\nSHA-256-Digest: AAAA\r\n\r\n"
                + "Name: app/data.txt\r\nSHA-256-Digest: AAAA\r\nKind: data\r\n\r\n"));
    entries.put("META-INF/APP.SF", text("Signature-Version: 1.0\r\n\r\n"));
    entries.put("META-INF/APP.RSA", text("?"));
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    entries.put("app/data.txt", text("text"));
    Path jar = jar("app.jar");
    assertRefused(jar, "it is signed");

    strip = true;
    assertThat(convert(jar)).containsEntry("converted", 1);
    assertThat(converted(jar)).doesNotContainKeys("META-INF/APP.SF", "META-INF/APP.RSA");
    assertThat(new String(converted(jar).get(MANIFEST), StandardCharsets.UTF_8))
        .contains("Main-Class: app.Sub", "Kind: data")
        .doesNotContain("Digest", "app/Sub.class");
  }

  @Test
  void jars_whose_classes_another_loader_loads_are_refused() throws Exception {
    entries.put("BOOT-INF/classes/app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    assertRefused(jar("boot.jar"), "its classes are in BOOT-INF");
    entries.clear();
    entries.put("WEB-INF/classes/app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    assertRefused(jar("app.war"), "its classes are in WEB-INF");
  }

  @Test
  void what_is_no_jar_is_refused() throws Exception {
    assertRefused(folder.resolve("none.jar"), "there is no such file");
    assertRefused(Files.createDirectory(folder.resolve("classes")), "it is a folder");
    assertRefused(Files.writeString(folder.resolve("text.jar"), "#!/bin/sh"), "cannot be read");
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    Path jar = jar("app.jar");
    byte[] whole = Files.readAllBytes(jar);
    Path script = folder.resolve("script.jar");
    Files.writeString(script, "#!/bin/sh\nexit\n");
    Files.write(script, whole, java.nio.file.StandardOpenOption.APPEND);
    assertRefused(script, "it does not begin as a jar");
    Path cut = Files.write(folder.resolve("cut.jar"), Arrays.copyOf(whole, whole.length / 2));
    assertRefused(cut, "it cannot be read");
  }

  @Test
  void damaged_entries_are_not_passed_on() throws Exception {
    entries.put("app/data.stored", text("some text"));
    Path jar = jar("app.jar");
    String whole = Files.readString(jar, StandardCharsets.ISO_8859_1);
    Files.writeString(jar, whole.replace("some text", "some TEXT"), StandardCharsets.ISO_8859_1);
    assertRefused(jar, "its entry app/data.stored cannot be read: it is damaged");
  }

  @Test
  void two_entries_of_one_name_are_refused() throws Exception {
    entries.put("app/one.txt", text("1"));
    entries.put("app/two.txt", text("2"));
    Path jar = jar("app.jar");
    String whole = Files.readString(jar, StandardCharsets.ISO_8859_1);
    Files.writeString(jar, whole.replace("two.txt", "one.txt"), StandardCharsets.ISO_8859_1);
    assertRefused(jar, "it has two entries named app/one.txt");
  }

  @Test
  void classes_that_cannot_be_converted_are_left_and_named() throws Exception {
    byte[] whole = locking("app/Cut", "java/lang/Object", 1);
    entries.put("app/Cut.class", Arrays.copyOf(whole, whole.length / 2));
    entries.put("app/Wrong.class", locking("app/Right", "java/lang/Object", 1));
    entries.put("app/Sub.class", locking("app/Sub", "java/lang/Object", 1));
    Path jar = jar("app.jar");

    Map<String, Object> result = convert(jar);

    assertThat(result).containsEntry("converted", 1);
    assertThat(result.get("left").toString())
        .contains("app.Cut=it is no class file that can be read")
        .contains("app.Wrong=its file is not where a class app/Right belongs");
    assertThat(converted(jar).get("app/Cut.class")).isEqualTo(entries.get("app/Cut.class"));
  }

  @Test
  void a_class_file_longer_than_any_is_left_and_not_read_for_others_either() throws Exception {
    byte[] whole = locking("app/Long", "java/lang/Object", 1);
    entries.put("app/Long.class", Arrays.copyOf(whole, ConvertedClasses.MOST_BYTES + 1));
    entries.put("app/Sub.class", locking("app/Sub", "app/Long", 1));

    Map<String, Object> result = convert(jar("app.jar"));

    assertThat(result.get("left").toString())
        .contains("app.Long=it is no class file that can be read");
    assertThat(result).containsEntry("converted", 1); // as of an unknown superclass
  }
}
