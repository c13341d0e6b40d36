// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that were converted ahead, with the agent and the analyzer as they are shipped. */
class ConvertIT {

  private static final Path AGENT =
      Path.of("..", "agent", "target", "loom-unpin.jar").toAbsolutePath().normalize();
  private static final Path ANALYZER = Path.of(System.getProperty("analyzer.jar"));
  private static final String REWRITER = "loomunpin.shaded.asm.";

  @TempDir private Path folder;
  private Path converted;

  @BeforeEach
  void needs() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    converted = folder.resolve("converted");
  }

  /** Compiles classes, with others on the class path, and packs them. */
  private Path jar(String name, List<Path> classPath, Map<String, String> sources)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
    List<String> arguments =
        new ArrayList<>(List.of("--release", "21", "-d", classes.toString(), "-cp"));
    arguments.add(
        String.join(java.io.File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = Files.createDirectories(classes.resolveSibling(name + "-src"));
      file = Files.writeString(file.resolve(source.getKey() + ".java"), source.getValue());
      arguments.add(file.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).isZero();
    Path jar = folder.resolve(name + ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.sorted().toList()) {
        out.putNextEntry(new ZipEntry(file.getFileName().toString()));
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
    }
    return jar;
  }

  private Ended convert(Path... jars) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("convert", "-o", converted.toString()));
    arguments.addAll(List.of("--agent", AGENT.toString()));
    arguments.addAll(Arrays.stream(jars).map(Path::toString).toList());
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .jar(ANALYZER, arguments.toArray(String[]::new))
        .run(Duration.ofMinutes(5));
  }

  private static Program with(Path agent, String options, List<Path> classPath, String... main) {
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options("-Xlog:class+load")
        .agent(agent, "strict=true" + options)
        .classPath(classPath)
        .main(main[0], Arrays.copyOfRange(main, 1, main.length))
        .printing(new Output.Captured());
  }

  private static String run(Program program) throws Exception {
    return program.run(Duration.ofMinutes(5)).successfully().output();
  }

  private static String tally(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("[loom-unpin] ") && line.contains(" left native"))
        .findAny()
        .orElseThrow();
  }

  private static final Map<String, String> COUNTING =
      Map.of(
          "Main",
          """
          public class Main {
            public static void main(String[] args) throws Exception {
              Sub sub = new Sub();
              synchronized (sub) {
                sub.add();
              }
              System.out.println("counted " + sub.add() + ", locked " + Thread.holdsLock(sub));
            }
          }
          """,
          "Sub",
          """
          public class Sub extends Base {
            // Whether the JDK locks them is found out by reading its code.
            static class Settings extends java.util.Properties {
              synchronized int one() { return 1; }
            }

            synchronized int add() { return count += new Settings().one(); }
          }
          """,
          "Base",
          "public class Base { int count; }");

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

  /** Many threads, all kinds of code, few locks: an application's class, a plain one, the JDK's. */
  private static final Map<String, String> EXCLUSION =
      Map.of(
          "Shared",
          """
          public class Shared {
            public static final Object PLAIN = new Object();
            public static final java.util.Vector<String> NATIVE = new java.util.Vector<>();
            public static final Shared OWN = new Shared();
            public static final Object[] LOCKS = {PLAIN, NATIVE, OWN, Shared.class};
            public static final int[] counts = new int[LOCKS.length];
            public static volatile int inside[] = new int[LOCKS.length];

            /** Anyone else inside at the same time is seen. */
            public static void step(int lock) throws InterruptedException {
              int count = counts[lock];
              if (count % 64 == 0) {
                Thread.sleep(1);
              } else {
                Thread.yield();
              }
              if (!Thread.holdsLock(LOCKS[lock])) {
                throw new IllegalStateException("not held: " + lock);
              }
              counts[lock] = count + 1;
            }
          }
          """,
          "Converted",
          """
          public class Converted implements Runnable {
            public void run() {
              try {
                for (int i = 0; i < 400; i++) {
                  int lock = i % Shared.LOCKS.length;
                  synchronized (Shared.LOCKS[lock]) {
                    Shared.step(lock);
                  }
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            }
          }
          """);

  private static final String OTHER = EXCLUSION.get("Converted");

  private static final Map<String, String> EXCLUSION_MAIN =
      Map.of(
          "Unconverted",
          OTHER.replace("Converted", "Unconverted"),
          "Main",
          """
          import java.net.URL;
          import java.net.URLClassLoader;
          import java.util.ArrayList;
          import java.util.List;

          public class Main {
            public static void main(String[] args) throws Exception {
              List<Thread> threads = new ArrayList<>();
              URLClassLoader loader = new URLClassLoader(new URL[] {java.net.URI.create(args[0]).toURL()});
              for (int i = 0; i < 4; i++) {
                for (String name : List.of("Converted", "Unconverted", "Loaded")) {
                  Runnable task =
                      (Runnable) loader.loadClass(name).getDeclaredConstructor().newInstance();
                  threads.add(Thread.ofVirtual().start(task));
                  threads.add(Thread.ofPlatform().start(task));
                }
              }
              for (Thread thread : threads) {
                thread.join();
              }
              System.out.println("counted " + java.util.Arrays.toString(Shared.counts));
            }
          }
          """);

  @Test
  void converted_and_other_classes_exclude_one_another() throws Exception {
    Path shared = jar("shared", List.of(), EXCLUSION);
    Path main = jar("main", List.of(shared), EXCLUSION_MAIN);
    Path loaded =
        jar("loaded", List.of(shared), Map.of("Loaded", OTHER.replace("Converted", "Loaded")));
    convert(shared);
    convertAgain(loaded);
    String each = "counted [2400, 2400, 2400, 2400]";

    List<Path> now = List.of(converted.resolve("shared.jar"), main);
    String url = converted.resolve("loaded.jar").toUri().toString();
    String output = run(with(AGENT, "", now, "Main", url));

    assertThat(output).contains(each).contains("converted ahead: 2 classes used");
  }

  private void convertAgain(Path jar) throws Exception {
    assertThat(convert(jar).exitCode()).isZero();
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
    List<Path> libraries;
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("published.jars")))) {
      libraries =
          jars.filter(
                  jar ->
                      jar.getFileName().toString().matches("(HikariCP|postgresql|tomcat).*[.]jar"))
              .sorted()
              .toList();
    }
    assertThat(libraries).hasSize(3);
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
    assertThat(second).containsPattern("converted ahead: \\d{3} classes used\\R");
    Map<String, byte[]> anew = files(dumped);
    assertThat(anew).hasSizeGreaterThan(200);
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
  void two_jvms_make_the_same_bytes() throws Exception {
    Path driver;
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("published.jars")))) {
      driver =
          jars.filter(jar -> jar.getFileName().toString().startsWith("postgresql"))
              .findAny()
              .orElseThrow();
    }
    convert(driver);
    byte[] first = Files.readAllBytes(converted.resolve(driver.getFileName()));
    converted = folder.resolve("again");
    convert(driver);

    assertThat(Files.readAllBytes(converted.resolve(driver.getFileName()))).isEqualTo(first);
  }

  @Test
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
  void a_folder_that_has_them_is_left_alone() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    assertThat(convert(app).exitCode()).isZero();
    Ended again = convert(app);

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.errors()).contains("app.jar is there already; --force replaces it");
    converted = folder;
    Ended itself = convert(app);
    assertThat(itself.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(itself.errors()).contains("would be replaced; choose another folder");
  }

  @Test
  void the_agent_of_another_build_stays_beside_what_it_has_converted() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    Path other = Files.createDirectories(converted).resolve("loom-unpin.jar");
    Files.writeString(other, "another one");
    Ended refused = convert(app);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.errors()).contains("loom-unpin.jar is there already; --force replaces it");
    assertThat(other).hasContent("another one");
    assertThat(converted.resolve("app.jar")).doesNotExist();
    assertThat(convert(app, Path.of("--force")).exitCode()).isZero();
    assertThat(other).hasSameBinaryContentAs(AGENT);
  }

  @Test
  void a_manifest_that_names_what_is_not_given_is_told_of() throws Exception {
    Map<String, String> withoutBase = new TreeMap<>(COUNTING);
    Path base = jar("base", List.of(), Map.of("Base", withoutBase.remove("Base")));
    Path app = jar("app", List.of(base), withoutBase);
    try (var zip = java.nio.file.FileSystems.newFileSystem(app)) {
      Files.createDirectory(zip.getPath("META-INF"));
      Files.writeString(
          zip.getPath("META-INF/MANIFEST.MF"),
          "Manifest-Version: 1.0\r\nClass-Path: base.jar none.jar\r\n\r\n");
    }

    Ended ended = convert(app);

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.errors())
        .isEqualToNormalizingNewlines(
            "analyzer: not given, but on the class path by the manifest of %s: %s; what depends on it will be rewritten as it is loaded, so give it as well, or with -cp to leave it as it is%n"
                .formatted(app, base));
    Ended both = convert(app, Path.of("--force"), Path.of("-cp"), base);
    assertThat(both.errors()).isEmpty();
    String output = run(with(AGENT, "", List.of(converted.resolve("app.jar"), base), "Main"));
    assertThat(output).contains("counted 2, locked false", "converted ahead: 3 classes used");
  }

  @Test
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

  @Test
  void a_jar_that_cannot_be_written_is_named_with_the_reason() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    converted = folder.resolve("c".repeat(256));
    Ended refused = convert(app);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.INTERNAL);
    assertThat(refused.errors())
        .isEqualToNormalizingNewlines(
            "analyzer: cannot write "
                + converted.resolve("app.jar")
                + ": File name too long%n".formatted());
    converted = folder.resolve("converted");
    Path longest = Files.move(app, folder.resolve("a".repeat(251) + ".jar"));
    assertThat(convert(longest).exitCode()).isZero();
    try (Stream<Path> files = Files.list(converted)) {
      assertThat(files)
          .containsExactlyInAnyOrder(
              converted.resolve(longest.getFileName()), converted.resolve("loom-unpin.jar"));
    }
  }
}
