// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the agent does with classes of jars that were converted ahead. */
class ConvertedJarsIT extends Converting {

  private static final String REWRITER = "loomunpin.shaded.asm.";

  private static String tally(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("[loom-unpin] ") && line.contains(" left native"))
        .findAny()
        .orElseThrow();
  }

  @Test
  void the_agent_takes_what_was_converted_and_needs_no_rewriter() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    Ended ended = convert(app);
    assertThat(ended.exitCode()).as(ended.errors()).isZero();
    assertThat(ended.output())
        .contains(converted.resolve("app.jar") + ": 3 sites converted in 2 of 4 classes")
        .contains("-javaagent:" + converted.resolve("loom-unpin.jar"));

    String before = run(with(AGENT, "", List.of(app), "Main"));
    List<Path> now = List.of(converted.resolve("app.jar"));
    String after = run(with(converted.resolve("loom-unpin.jar"), "", now, "Main"));

    assertThat(before).contains("counted 2, locked false").contains(REWRITER);
    assertThat(after)
        .contains("counted 2, locked false", "converted ahead: 3 classes used")
        .doesNotContain(REWRITER);
    assertThat(tally(after)).isEqualTo(tally(before));
  }

  @Test
  void without_the_agent_or_where_it_rewrites_nothing_the_program_is_as_it_was() throws Exception {
    convert(jar("app", List.of(), COUNTING));
    List<Path> now = List.of(converted.resolve("app.jar"));

    assertThat(
            run(
                Jdk.named(21)
                    .orElseThrow()
                    .java()
                    .classPath(now)
                    .main("Main")
                    .printing(new Output.Captured())))
        .startsWith("counted 2");
    assertThat(run(with(AGENT, ",mode=detect", now, "Main"))).contains("counted 2");
    assertThat(run(with(AGENT, ",mode=dry-run", now, "Main")))
        .contains("counted 2", "would rewrite 3 sites");
  }

  @Test
  void a_class_path_with_another_superclass_has_it_rewritten_anew() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    convert(app);
    Path base =
        jar(
            "base",
            List.of(),
            Map.of("Base", "public class Base extends java.util.Vector<String> { int count; }"));
    List<Path> now = List.of(base, converted.resolve("app.jar"));
    String output = run(with(AGENT, ",log=verbose", now, "Main"));

    assertThat(output)
        .contains(
            "counted 2, locked false", "Sub is rewritten anew; not as it was: what is known of")
        .contains(REWRITER);
    assertThat(tally(output))
        .isEqualTo(tally(run(with(AGENT, "", List.of(base, app), "Main"))))
        .contains("java.util.Vector");
  }

  @Test
  void what_is_excluded_stays_native() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    convert(app);
    List<Path> now = List.of(converted.resolve("app.jar"));
    String output = run(with(AGENT, ",exclude=Sub", now, "Main"));

    assertThat(output).contains("counted 2");
    assertThat(tally(output))
        .isEqualTo(tally(run(with(AGENT, ",exclude=Sub", List.of(app), "Main"))))
        .contains("Sub is kept native");
  }

  @Test
  void another_build_of_the_agent_makes_no_use_of_it() throws Exception {
    convert(jar("app", List.of(), COUNTING));
    Path other = Files.copy(AGENT, folder.resolve("other.jar"));
    try (var zip = java.nio.file.FileSystems.newFileSystem(other)) {
      Files.writeString(zip.getPath("other.txt"), "another build");
    }
    List<Path> now = List.of(converted.resolve("app.jar"));
    String output = run(with(other, "", now, "Main"));

    assertThat(output)
        .contains("app.jar was converted, but is rewritten as it is loaded")
        .contains("another build of the agent", "counted 2", "rewrote 3 sites");
  }

  private static final Map<String, String> LOADING =
      Map.of(
          "LoadAll",
          """
          import java.util.jar.JarFile;

          public class LoadAll {
            public static void main(String[] args) throws Exception {
              int loaded = 0;
              for (String path : args) {
                try (JarFile jar = new JarFile(path)) {
                  for (var entry : jar.stream().toList()) {
                    String name = entry.getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF")) {
                      try {
                        Class.forName(
                            name.substring(0, name.length() - 6).replace('/', '.'),
                            false,
                            LoadAll.class.getClassLoader());
                        loaded++;
                      } catch (ClassNotFoundException | LinkageError e) {
                        // needs what is not there
                      }
                    }
                  }
                }
              }
              System.out.println("loaded " + loaded);
            }
          }
          """);

  @Test
  void classes_of_libraries_become_byte_by_byte_what_the_agent_makes_of_them() throws Exception {
    assertSameBytes(published("HikariCP", "postgresql"));
  }

  @Test
  @Tag("long")
  void so_do_those_of_a_large_one() throws Exception {
    assertSameBytes(published("tomcat"));
  }

  private void assertSameBytes(List<Path> libraries) throws Exception {
    Path load = jar("load", List.of(), LOADING);
    assertThat(convert(libraries.toArray(Path[]::new)).exitCode()).isZero();
    String[] main =
        Stream.concat(Stream.of("LoadAll"), libraries.stream().map(Path::toString))
            .toArray(String[]::new);

    Path dumped = folder.resolve("dumped");
    List<Path> before = new ArrayList<>(libraries);
    before.add(load);
    String first = run(with(AGENT, ",dump=" + dumped, before, main));
    Path dumpedAhead = folder.resolve("dumped-ahead");
    List<Path> now =
        new ArrayList<>(
            libraries.stream().map(jar -> converted.resolve(jar.getFileName())).toList());
    now.add(load);
    String second = run(with(AGENT, ",log=verbose,dump=" + dumpedAhead, now, main));

    assertThat(tally(second)).isEqualTo(tally(first));
    assertThat(second).containsPattern("converted ahead: \\d{2,} classes used\\R");
    Map<String, byte[]> anew = files(dumped);
    assertThat(anew).hasSizeGreaterThan(30);
    Map<String, byte[]> ahead = files(dumpedAhead);
    assertThat(ahead.keySet()).isEqualTo(anew.keySet());
    anew.forEach((name, bytes) -> assertThat(ahead.get(name)).as(name).isEqualTo(bytes));
  }

  private static Map<String, byte[]> files(Path root) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(root.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return found;
  }

  @Test
  @Tag("long")
  void a_real_program_does_what_it_did() throws Exception {
    assertThat(convert(ANALYZER).exitCode()).isZero();
    Path jar = converted.resolve(ANALYZER.getFileName());
    String output =
        run(
            Jdk.named(21)
                .orElseThrow()
                .java()
                .agent(converted.resolve("loom-unpin.jar"), "strict=true")
                .jar(jar, "scan", AGENT.toString())
                .printing(new Output.Captured()));
    String without =
        run(
            Jdk.named(21)
                .orElseThrow()
                .java()
                .jar(ANALYZER, "scan", AGENT.toString())
                .printing(new Output.Captured()));

    assertThat(output).contains(without.lines().toList().getFirst());
    assertThat(output).containsPattern("converted ahead: \\d+ class(es)? used\\R");
  }

  @Test
  @Tag("long")
  void entries_that_become_more_than_there_is_memory_are_not_read_to_their_end() throws Exception {
    assertThat(convert(jar("app", List.of(), COUNTING)).exitCode()).isZero();
    Path app = converted.resolve("app.jar");
    for (String name : List.of("proofs", "classes/Sub.unpinned")) {
      Path endless = withZeros(app, "META-INF/loom-unpin/" + name, 512L << 20);
      String output =
          run(
              Jdk.named(21)
                  .orElseThrow()
                  .java()
                  .options("-Xmx64m")
                  .agent(AGENT, "strict=true,log=verbose")
                  .classPath(List.of(endless))
                  .main("Main")
                  .printing(new Output.Captured()));

      assertThat(output)
          .contains("counted 2, locked false", "rewrote 3 sites")
          .containsPattern("is rewritten as it is loaded: it is damaged|Sub is rewritten anew");
    }
  }

  /** A copy of a jar in which an entry has so many zeros. */
  private Path withZeros(Path jar, String name, long zeros) throws IOException {
    Path copy = Files.createTempFile(folder, "zeros", ".jar");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
      for (ZipEntry entry : from.stream().toList()) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        if (entry.getName().equals(name)) {
          for (long left = zeros >> 20; left > 0; left--) {
            out.write(new byte[1 << 20]);
          }
        } else {
          from.getInputStream(entry).transferTo(out);
        }
        out.closeEntry();
      }
    }
    return copy;
  }
}
