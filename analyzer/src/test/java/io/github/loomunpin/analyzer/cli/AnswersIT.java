// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the analyzer and the agent's detection name in programs for which that is known. It makes
 * docs/evidence/answers.md and compares it.
 */
class AnswersIT {

  private static final AnswerPage PAGE = new AnswerPage();

  @TempDir private Path directory;

  private AnswerProgram compile(String... names) throws IOException {
    return compile(List.of(), names);
  }

  private AnswerProgram compile(List<Path> libraries, String... names) throws IOException {
    return AnswerProgram.compile(directory, 21, libraries, names);
  }

  /**
   * @param libraries the names of their jars without the suffix, null for none
   */
  private AnswerProgram compileWith(String libraries, String... names) throws IOException {
    assumeTrue(
        libraries == null || AnswerProgram.hasJars(),
        "needs the jars that -Dexcluded.tests=none copies");
    return compile(
        libraries == null
            ? List.of()
            : Stream.of(libraries.split(",")).map(AnswerProgram::jar).toList(),
        names);
  }

  private static void assumeJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
  }

  private static void assumeAgent() {
    assumeJdk21();
    assumeTrue(Files.exists(AnswerProgram.AGENT), "needs the agent's jar");
  }

  @Test
  void carriers_that_compress_are_busy() throws Exception {
    Path first = AnswerProgram.SOURCES.resolve("MiniZip-1.txt");
    Path second = AnswerProgram.SOURCES.resolve("MiniZip-2.txt");

    busy(compile("MiniZip"), "MiniZip", "two kept dumps", first, second);
  }

  @Test
  void carriers_that_poll_are_busy() throws Exception {
    Path dump = AnswerProgram.SOURCES.resolve("MiniSpin.txt");

    busy(compile("MiniSpin"), "MiniSpin", "a kept dump", dump);
  }

  @Test
  @Tag("long")
  void carriers_that_compress_now_are_busy() throws Exception {
    assumeJdk21();
    AnswerProgram program = compile("MiniZip");
    Path second = directory.resolve("second.txt");
    Path first =
        program.dump(
            program.java().options("-Dms=600000").main("MiniZip"),
            "MiniZip\\.compress\\(|\"victim-\\d\" virtual",
            4,
            jvm -> AnswerProgram.jcmd(jvm, "Thread.dump_to_file", second.toString()));

    busy(program, "MiniZip", "two dumps", first, second);
  }

  @Test
  @Tag("long")
  void carriers_that_poll_now_are_busy() throws Exception {
    assumeJdk21();
    AnswerProgram program = compile("MiniSpin");
    Path dump =
        program.dump(
            program.java().options("-Dms=600000").main("MiniSpin"),
            // A thread elsewhere in the loop may wait at the entry of the monitor for a moment.
            "MiniSpin\\.since\\(|\"victim-\\d\" virtual",
            6);

    busy(program, "MiniSpin", "a dump", dump);
  }

  private static void busy(AnswerProgram program, String name, String input, Path... dumps)
      throws IOException {
    JsonNode jvm = program.report(dumps).at("/jvms/0");

    String pinned = jvm.at("/pinned").isEmpty() ? "nobody" : "a thread";
    String named = "`%s`, %s is pinned".formatted(jvm.at("/verdict").asText(), pinned);
    PAGE.add(name, input, "`CARRIERS_BUSY`, nobody is pinned", named);
  }

  @Test
  @Tag("long")
  void a_recording_of_a_jvm_that_stood_still_says_so() throws Exception {
    assumeJdk21();
    AnswerProgram program = compile("PinsThenFrozen");
    Path recording = program.record(program.java(), "PinsThenFrozen");
    JsonNode jvm = program.report(recording).at("/jvms/0");

    boolean names = jvm.at("/summary").asText().contains("both carriers were kept by #");
    PAGE.add(
        "PinsThenFrozen",
        "a recording",
        "`STOOD_STILL`, kept by two threads",
        "`" + jvm.at("/verdict").asText() + "`" + (names ? ", kept by two threads" : ""));
  }

  @Test
  @Tag("long")
  void a_foreign_function_that_calls_back_keeps_the_carrier() throws Exception {
    assumeJdk21();
    assumeTrue(Runtime.version().feature() > 21, "needs a javac that knows Java 22");
    AnswerProgram program = AnswerProgram.compile(directory, 22, List.of(), "T5").previewOf21();
    Path recording = program.record(program.java().options("--enable-preview"), "T5");
    JsonNode report = program.report(recording);

    PAGE.add(
        "T5",
        "a recording",
        "`stay`: a foreign function beneath `T5.locked`, a foreign function without a monitor",
        AnswerWords.outlook(report) + ": " + AnswerWords.foreignFunctions(report));
  }

  @Test
  @Tag("long")
  void what_the_jdk_locks_stays_although_the_thread_waits_on_something_else() throws Exception {
    assumeAgent();

    PAGE.add(
        "HeldWhileWaiting",
        "`mode=detect`, `table`",
        "`stay`: stays native: the JDK locks java.util.Hashtable",
        detected(compile("HeldWhileWaiting"), "table", "holdTable"));
  }

  @Test
  @Tag("long")
  void what_the_agent_converts_ends_as_a_run_with_it_shows() throws Exception {
    assumeAgent();
    AnswerProgram program = compile("HeldWhileWaiting");
    String detected = detected(program, "vector", "holdVector");
    String there = directory.toString();
    Path recording =
        program.record(
            program.java().agent(AnswerProgram.AGENT), "HeldWhileWaiting", "vector", there, there);
    JsonNode report = program.report(ExitCode.CLEAN, "--fail-on=never", recording.toString());

    boolean pins = report.at("/findings").findValuesAsText("class").contains("HeldWhileWaiting");
    PAGE.add(
        "HeldWhileWaiting",
        "`mode=detect`, `vector`, and a recording with the agent",
        "`end`: the agent converts it; with the agent, it does not pin",
        detected + "; with the agent, it " + (pins ? "pins" : "does not pin"));
  }

  /**
   * What the agent's detection reports, and what it logs about a monitor. It takes its time to
   * start, and to see a pin, so the program waits for both.
   */
  private String detected(AnswerProgram program, String holds, String method) throws Exception {
    Path folder = directory.resolve("live");
    Path begin = directory.resolve("begin");
    Path end = directory.resolve("end");
    Program run =
        program
            .java()
            .agent(AnswerProgram.AGENT, "mode=detect,report=" + folder)
            .main("HeldWhileWaiting", holds, begin.toString(), end.toString())
            .printing(new Output.Captured());
    Pattern pin = Pattern.compile(method + " held the monitor \\(.*\\); (.*)\\R");
    String logged;
    try (Child jvm = run.start()) {
      jvm.awaitPrinted(Pattern.compile("reporting pins of"), Recorded.TIMEOUT);
      Files.createFile(begin);
      logged = jvm.awaitPrinted(pin, Recorded.TIMEOUT).group(1);
      Files.createFile(end);
      assertThat(jvm.await(Recorded.TIMEOUT)).as(jvm.output()).isTrue();
      assertThat(jvm.exitCode()).as(jvm.output()).isZero();
    }
    return AnswerWords.outlook(written(folder)) + ": " + logged;
  }

  @Test
  @Tag("long")
  void a_monitor_of_an_excluded_class_is_not_converted() throws Exception {
    assumeAgent();
    AnswerProgram program = compile("Excluded");
    Path dump =
        program.dump(
            program.java().agent(AnswerProgram.AGENT, "exclude=Excluded*").main("Excluded"),
            "Excluded\\$Kept\\.call",
            1);

    PAGE.add(
        "Excluded",
        "a dump of a JVM with the agent",
        "`MONITOR` `Excluded$Kept.call` `NATIVE`",
        AnswerWords.held(program.report(dump)));
  }

  @Test
  @Tag("long")
  void a_recording_shows_what_was_added_to_the_boot_loader() throws Exception {
    assumeJdk21();
    AnswerProgram program = compile("Added", "UsesAdded").movedOut("Added");
    Path recording = directory.resolve("recorded.jfr");
    Path dump =
        program.dump(
            program.java("Added").options("-XX:StartFlightRecording").main("UsesAdded"),
            "Added\\.hold",
            1,
            jvm -> AnswerProgram.jcmd(jvm, "JFR.dump", "filename=" + recording));

    PAGE.add(
        "UsesAdded",
        "a dump, and a recording of the same JVM",
        "`MONITOR` `Added.hold` `NATIVE`",
        AnswerWords.held(program.report(dump, recording)));
  }

  @Test
  @Tag("long")
  void what_keeps_a_carrier_was_not_converted() throws Exception {
    assumeAgent();
    AnswerProgram program = compile("Added", "UsesAdded").movedOut("Added");
    Path dump =
        program.dump(
            program.java("Added").agent(AnswerProgram.AGENT).main("UsesAdded"), "Added\\.hold", 1);

    PAGE.add(
        "UsesAdded",
        "a dump of a JVM with the agent",
        "`MONITOR` `Added.hold` `NATIVE`",
        AnswerWords.held(program.report(dump)));
  }

  @Test
  @Tag("long")
  void a_native_call_that_waits_keeps_the_carrier() throws Exception {
    assumeAgent();
    AnswerProgram program = compileWith("sqlite-jdbc-3.46.0.0,slf4j-api-1.7.36", "SqliteCase", "T");
    Path dump =
        program.dump(
            program
                .java()
                .agent(AnswerProgram.AGENT)
                .options("-Dbusy=600000", "-Dlimit=1200000", "-Djava.io.tmpdir=" + directory)
                .main("SqliteCase"),
            "NativeDB\\.[$\\w]*step\\(Native Method\\)",
            2);
    JsonNode report = program.report(dump);

    String helps = "no agent and no JDK helps";
    boolean says = report.at("/jvms/0/summary").asText().contains(helps);
    PAGE.add(
        "SqliteCase",
        "a dump of a JVM with the agent",
        "`org.sqlite.core.NativeDB.step`, " + helps,
        AnswerWords.nativeFrames(report) + (says ? ", " + helps : ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FinalObj | `VIRTUAL` a b c d e f; 6 of 6 converted",
        "Idiom    | `RUNTIME` c; `VIRTUAL` a b local; 8 of 9 converted",
        "Idiom2   | `VIRTUAL` b g pk run st; 5 of 5 converted"
      })
  void an_object_that_a_final_field_gets_is_converted(String name, String expected)
      throws Exception {
    JsonNode scan = Reported.jsonHere(ExitCode.CLEAN, "scan", compile(name).classes().toString());

    PAGE.add(name, "a scan", expected, AnswerWords.modesOfObjects(scan));
  }

  @ParameterizedTest
  @CsvSource({"ClJ, ClJ$Lazy.get", "LazyApp, LazyApp$Lazy.get"})
  void a_lazy_holder_may_block(String name, String lock) throws Exception {
    mayBlock(compile(name), name, lock);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DaggerCase | dagger.internal.DoubleCheck.get      | dagger-2.48,javax.inject-1",
        "KtLazyCase | kotlin.SynchronizedLazyImpl.getValue | kotlin-stdlib-1.9.22",
        "L1         | kotlin.SynchronizedLazyImpl.getValue | kotlin-stdlib-1.9.22",
        "Memo       | io.vavr.Function1.lambda$memoized    | vavr-0.10.5,vavr-match-0.10.5"
      })
  @Tag("long")
  void a_lazy_holder_of_a_library_may_block(String name, String lock, String jars)
      throws Exception {
    AnswerProgram program =
        name.endsWith("Case") ? compileWith(jars, name, "T") : compileWith(jars, name);

    mayBlock(program, name, lock);
  }

  private static void mayBlock(AnswerProgram program, String name, String lock) throws IOException {
    JsonNode scan = Reported.jsonHere(ExitCode.CLEAN, "scan", "-cp", program.classPath());

    Set<String> grades = AnswerWords.grades(scan, lock);
    boolean mayBlock = grades.contains("BLOCKS") || grades.contains("MAY_BLOCK");
    String expected = "`%s` blocks or may block".formatted(lock);
    PAGE.add(name, "a scan", expected, mayBlock ? expected : grades.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ClJ     | ClJ$Lazy.get                         |",
        "LazyApp | LazyApp$Lazy.get                     |",
        "L1      | kotlin.SynchronizedLazyImpl.getValue | kotlin-stdlib-1.9.22",
        "Memo    | io.vavr.Function1.lambda$memoized    | vavr-0.10.5,vavr-match-0.10.5"
      })
  @Tag("long")
  void a_lazy_holder_pins(String name, String lock, String jars) throws Exception {
    assumeJdk21();
    AnswerProgram program = compileWith(jars, name, "InVirtualThread");
    Path recording = program.record(program.java(), "InVirtualThread", name);

    Set<String> pinning = AnswerWords.sites(program.report(recording));
    boolean pins = pinning.stream().anyMatch(place -> place.startsWith(lock));
    String expected = "`%s` pins".formatted(lock);
    PAGE.add(name, "a recording", expected, pins ? expected : pinning.toString());
  }

  @Test
  void what_pins_without_a_site_is_listed_and_counts_for_the_gate() throws Exception {
    Path text = directory.resolve("scan.txt");
    Path markdown = directory.resolve("scan.md");
    Path annotations = directory.resolve("annotations.txt");
    Path json = directory.resolve("scan.json");
    StringWriter gate = new StringWriter();
    int exitCode =
        Main.run(
            new StringWriter(),
            gate,
            "scan",
            compile("L2").classes().toString(),
            "--fail-on=may-block",
            "--format=text=" + text,
            "--format=md=" + markdown,
            "--format=github=" + annotations,
            "--format=json=" + json);

    assertThat(exitCode).as(gate.toString()).isEqualTo(ExitCode.FINDINGS);
    JsonNode scan = new ObjectMapper().readTree(json.toFile());
    Map<String, String> outputs = new LinkedHashMap<>();
    outputs.put("text", Files.readString(text));
    outputs.put("Markdown", Files.readString(markdown));
    outputs.put("annotations", Files.readString(annotations));
    outputs.put("gate", gate.toString().replace('#', '.'));
    String listing =
        outputs.entrySet().stream()
            .filter(output -> AnswerWords.areHazardsIn(scan, output.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    PAGE.add(
        "L2",
        "a scan with `--fail-on may-block`",
        "`L2$Holder.<clinit>` `CLASS_INITIALIZER`, `L2.a` `MAP_FUNCTION`, `L2.b` `MAP_FUNCTION`,"
            + " `L2.c` `TABLE_FUNCTION`; in text, Markdown, annotations, gate",
        AnswerWords.hazards(scan) + "; in " + listing);
  }

  @Test
  @Tag("long")
  void an_inlined_lock_is_where_the_source_has_the_call() throws Exception {
    assumeJdk21();
    assumeTrue(AnswerProgram.hasJars(), "needs the jars that -Dexcluded.tests=none copies");
    AnswerProgram program = AnswerProgram.compileKotlin(directory, "T11");
    JsonNode report = program.report(program.record(program.java(), "k.T11Kt"));

    PAGE.add("T11", "a recording", "T11.kt:5, T11.kt:6 from T11.kt:4", AnswerWords.lines(report));
  }

  private static JsonNode written(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      Path file = files.filter(each -> each.toString().endsWith(".json")).findFirst().orElseThrow();
      return new ObjectMapper().readTree(file.toFile());
    }
  }

  @AfterAll
  static void compares_the_page() throws IOException {
    PAGE.compare();
  }
}
