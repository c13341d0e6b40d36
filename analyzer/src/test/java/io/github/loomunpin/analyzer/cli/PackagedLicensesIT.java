// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.javaparser.JavaParser;
import gg.jte.TemplateOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.bytebuddy.agent.VirtualMachine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import picocli.CommandLine;

/** The packaged jar has the licenses and notices of the libraries that it contains. */
class PackagedLicensesIT {

  private static final String LICENSES = "META-INF/licenses/";

  /** What the list calls each library, with a class of each of its jars. */
  private static final Map<String, List<Class<?>>> LIBRARIES =
      Map.of(
          "ASM (org.ow2.asm)", List.of(ClassReader.class),
          "Byte Buddy Agent (net.bytebuddy)", List.of(VirtualMachine.class),
          "Jackson (com.fasterxml.jackson.core)",
              List.of(JsonFactory.class, ObjectMapper.class, JsonProperty.class),
          "JavaParser (com.github.javaparser)", List.of(JavaParser.class),
          "jte (gg.jte)", List.of(TemplateOutput.class),
          "picocli (info.picocli)", List.of(CommandLine.class));

  private static Map<String, String> packaged;

  @BeforeAll
  static void readJar() throws IOException {
    packaged = metaInf(Path.of(System.getProperty("analyzer.jar")));
  }

  @Test
  void the_license_and_the_notice_are_those_of_the_project() throws IOException {
    assertThat(packaged)
        .containsEntry("META-INF/LICENSE", Files.readString(Path.of("../LICENSE")))
        .containsEntry("META-INF/NOTICE", Files.readString(Path.of("../NOTICE")));
  }

  @Test
  void the_list_has_each_library_and_files_that_are_there() {
    String list = packaged.get(LICENSES + "third-party.txt");

    assertThat(list)
        .contains(LIBRARIES.keySet())
        .contains("Apache-2.0, chosen from LGPL-3.0-or-later OR Apache-2.0");
    assertThat(Pattern.compile("\\.\\./[\\w-]+|[\\w-]+\\.txt").matcher(list).results())
        .map(file -> Path.of(LICENSES).resolve(file.group()).normalize().toString())
        .map(file -> file.replace('\\', '/'))
        .hasSizeGreaterThanOrEqualTo(LIBRARIES.size())
        .allSatisfy(file -> assertThat(packaged).containsKey(file));
  }

  @Test
  void no_notice_and_no_license_of_a_library_is_lost() throws Exception {
    String all = String.join("\n", packaged.values());

    for (Class<?> type : LIBRARIES.values().stream().flatMap(List::stream).toList()) {
      Path library = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      metaInf(library)
          .forEach(
              (file, text) -> {
                if (!text.strip().startsWith("Apache License")) {
                  assertThat(all).as("%s of %s", file, library).contains(text.strip());
                }
              });
    }
  }

  /** The texts of licenses and notices, by the names of their entries. */
  private static Map<String, String> metaInf(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Map<String, String> texts = new TreeMap<>();
      for (var entry :
          jar.stream()
              .filter(entry -> entry.getName().matches("META-INF/(.*(LICENSE|NOTICE)|licenses/.+)"))
              .collect(Collectors.toList())) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        texts.put(entry.getName(), new String(bytes, StandardCharsets.UTF_8));
      }
      return texts;
    }
  }
}
