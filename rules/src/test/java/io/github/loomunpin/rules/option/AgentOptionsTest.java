// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.mode.JdkGroup;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("options.properties"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode=detect,cache=x,dump=y,force=true,jdk=off,strict=true,threads=virtual"
            + "| cache dump force jdk strict threads",
        "mode=detect,include=com.*,exclude=org.*,report=r,strict=false | ''",
        "mode=rewrite+detect,cache=x,strict=true | ''",
        "cache=x | ''",
      })
  void what_does_nothing_is_known(String given, String useless) throws Exception {
    assertThat(String.join(" ", AgentOptions.parse(given, "").withoutEffect())).isEqualTo(useless);
  }

  @Test
  void a_cache_that_the_agent_chooses_is_told_from_a_file_of_that_name() throws Exception {
    assertThat(AgentOptions.parse("cache=auto", "").isCacheAuto()).isTrue();
    assertThat(AgentOptions.parse("cache=./auto", "").isCacheAuto()).isFalse();
    assertThat(AgentOptions.parse("", "").isCacheAuto()).isFalse();
  }

  @Test
  void nothing_given_rewrites_everything_quietly() throws BadOptionException {
    AgentOptions options = AgentOptions.parse("", "");

    assertThat(options.mode()).isEqualTo(AgentOptions.Mode.REWRITE);
    assertThat(options.include().isEmpty()).isTrue();
    assertThat(options.exclude().isEmpty()).isTrue();
    assertThat(options.report()).isEmpty();
    assertThat(options.dump()).isEmpty();
    assertThat(options.strict() || options.verbose() || options.force()).isFalse();
    assertThat(options.jdk()).isEqualTo(JdkGroup.all());
    assertThat(options.threads()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "virtual, true, com.acme.A, false",
    "virtual;com.acme.*, true, com.acme.A, true",
    " com.acme.* ; org.B, false, org.B, true",
  })
  void threads_are_those_of_known_libraries_of_further_classes_or_both(
      String value, boolean known, String name, boolean matches) throws BadOptionException {
    AgentOptions options = AgentOptions.parse("threads=" + value, "");

    ThreadChoice choice = options.threads().orElseThrow();
    assertThat(choice.known()).isEqualTo(known);
    assertThat(choice.globs().matches(name.replace('.', '/'))).isEqualTo(matches);
    assertThat(AgentOptions.parse(options.pairs(), "")).isEqualTo(options);
  }

  @ParameterizedTest
  @CsvSource({
    "-, NORMAL, STDERR, -",
    "log=quiet, QUIET, STDERR, -",
    "verbose, VERBOSE, STDERR, -",
    "verbose;log=verbose;log.to=jul, VERBOSE, JUL, -",
    "log.to=system-logger, NORMAL, SYSTEM_LOGGER, -",
    "log.to=./jul, NORMAL, FILE, ./jul",
  })
  void the_log_is_chosen(
      String arguments, LogChoice.Level level, LogChoice.Target target, String file)
      throws BadOptionException {
    LogChoice log =
        AgentOptions.parse(arguments.equals("-") ? "" : arguments.replace(';', ','), "").log();

    assertThat(log.level()).isEqualTo(level);
    assertThat(log.target()).isEqualTo(target);
    assertThat(log.file())
        .isEqualTo(
            file.equals("-") ? Optional.empty() : Optional.of(Path.of(file).toAbsolutePath()));
  }

  @Test
  void every_key_is_read() throws BadOptionException {
    AgentOptions options =
        AgentOptions.parse(
            " mode=dry-run, include=com.acme.*;org.B ,exclude=com.acme.C,report=r,dump=d,"
                + "strict=true,verbose,force=false,cache=c,cache.update=true",
            "");

    assertThat(options.mode()).isEqualTo(AgentOptions.Mode.DRY_RUN);
    assertThat(options.include().matches("com/acme/deep/A")).isTrue();
    assertThat(options.include().matches("org/B")).isTrue();
    assertThat(options.exclude().matches("com/acme/C")).isTrue();
    assertThat(options.report()).contains(Path.of("r").toAbsolutePath());
    assertThat(options.dump()).contains(Path.of("d").toAbsolutePath());
    assertThat(options.strict()).isTrue();
    assertThat(options.verbose()).isTrue();
    assertThat(options.force()).isFalse();
    assertThat(options.cache()).contains(Path.of("c").toAbsolutePath());
    assertThat(options.cacheUpdate()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdk=on | maps collections io logging join services | mode=rewrite",
        "jdk=off | '' | mode=rewrite,jdk=off",
        "jdk=io;maps | maps io | mode=rewrite,jdk=maps;io",
        "jdk=io,maps,verbose | maps io | mode=rewrite,jdk=maps;io",
      })
  void groups_of_the_jdk_s_monitors_may_be_chosen(String arguments, String groups, String pairs)
      throws BadOptionException {
    AgentOptions options = AgentOptions.parse(arguments, "");

    assertThat(options.jdk().stream().map(JdkGroup::word).collect(joining(" "))).isEqualTo(groups);
    assertThat(options.convertsOfJdk("java/io/PipedReader")).isEqualTo(groups.contains("io"));
    assertThat(options.pairs()).isEqualTo(pairs);
    assertThat(AgentOptions.parse(options.pairs(), "").jdk()).isEqualTo(options.jdk());
  }

  @Test
  void detecting_may_stand_alone_or_beside_rewriting() throws BadOptionException {
    AgentOptions alone =
        AgentOptions.parse("mode=detect,threshold=1s,allow=com.acme.Pool;a.B,own=com", "");
    AgentOptions beside = AgentOptions.parse("mode=rewrite+detect", "");

    assertThat(alone.detect())
        .contains(
            new DetectChoice(
                1000, List.of("com.acme.Pool", "a.B"), List.of("com"), Optional.empty()));
    assertThat(alone.isNeededOn(21)).isFalse();
    assertThat(alone.convertsOn(21)).isFalse();
    assertThat(AgentOptions.parse(alone.pairs(), "").mode()).isEqualTo(AgentOptions.Mode.DETECT);
    assertThat(beside.detect())
        .contains(new DetectChoice(20, List.of(), List.of(), Optional.empty()));
    assertThat(beside.convertsOn(21)).isTrue();
    assertThat(AgentOptions.parse(beside.pairs(), "").detect()).isPresent();
    assertThat(AgentOptions.parse("", "").detect()).isEmpty();
  }

  @Test
  void a_watch_takes_nothing_from_the_environment() throws BadOptionException {
    AgentOptions watch =
        AgentOptions.parse(
            "mode=detect,watch=/run/socket", "mode=rewrite,report=there,log.to=there.log");

    assertThat(watch.mode()).isEqualTo(AgentOptions.Mode.DETECT);
    assertThat(watch.detect().flatMap(DetectChoice::watch)).contains(Path.of("/run/socket"));
    assertThat(watch.report()).isEmpty();
    assertThat(watch.log().target()).isEqualTo(LogChoice.Target.STDERR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour=red | unknown option \"colour\"; the options are allow, cache, cache.update",
        "log=loud | invalid log=loud: use quiet, normal or verbose",
        "log=quiet,verbose | verbose=true and log=quiet contradict each other",
        "log.to= | log.to= has no value; give a file",
        "verbose,strcit=true | unknown option \"strcit\"",
        "=x | unknown option \"\"",
        "mode=fast | invalid mode=fast: use rewrite, detect, rewrite+detect or dry-run",
        "mode=detect,threshold=20 | invalid threshold=20: use a time such as 20ms or 1s",
        "mode=detect,threshold=ms | invalid threshold=ms: use a time such as 20ms or 1s",
        "mode=detect,allow=com.(a) | allow=com.(a): \"(\" is in no name of a class",
        "watch=/run/socket | watch= is for mode=detect and mode=rewrite+detect",
        "allow=com.acme.Pool | allow= is for mode=detect and mode=rewrite+detect",
        "jdk=map | invalid jdk=map: use on, off or some of maps;collections;io;logging;join;services",
        "jdk=maps;off | invalid jdk=maps;off: use on, off or some of maps;collections;io;logging;join;services",
        "maps,jdk=io | unknown option \"maps\"; the options are allow",
        "strict=yes | invalid strict=yes: use true or false",
        "exclude=com.[ab] | exclude=com.[ab]: \"[\" is in no name of a class",
        "include=^com\\. | include=^com\\.: \"^\" is in no name of a class",
        "report= | report= has no value; give a folder",
        "cache= | cache= has no value; give a file",
        "cache.update=often | invalid cache.update=often: use true or false",
        "cache.update=true | cache.update=true needs cache=FILE",
        "threads= | threads= names no threads",
        "threads=true[] | threads=true[]: \"[\" is in no name of a class",
        "config=/no/such/file | cannot read config=/no/such/file",
      })
  void a_bad_option_is_named_in_one_line(String arguments, String message) {
    assertThatThrownBy(() -> AgentOptions.parse(arguments, ""))
        .isInstanceOf(BadOptionException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> AgentOptions.parse("", arguments))
        .isInstanceOf(BadOptionException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", ",,verbose,"})
  void empty_pairs_are_skipped(String arguments) throws BadOptionException {
    assertThat(AgentOptions.parse(arguments, "").verbose()).isEqualTo(arguments.contains("v"));
  }

  @Test
  void file_is_read_and_its_bad_options_are_named() throws Exception {
    assertThat(AgentOptions.parse("config=" + file("# none\nverbose = true\n"), "").verbose())
        .isTrue();
    Path bad = file("colour=red\n");
    assertThatThrownBy(() -> AgentOptions.parse("config=" + bad, ""))
        .isInstanceOf(BadOptionException.class)
        .hasMessageStartingWith("unknown option \"colour\"");
  }

  @Test
  void file_may_be_read_from_elsewhere() throws BadOptionException {
    List<String> asked = new ArrayList<>();

    AgentOptions options =
        AgentOptions.parse(
            "config=/on/another/machine",
            "",
            file -> {
              asked.add(file);
              return new StringReader("strict=true");
            });

    assertThat(options.strict()).isTrue();
    assertThat(asked).containsExactly("/on/another/machine");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 21, true, true",
    "'', 23, true, true",
    "'', 24, false, false",
    "force, 24, true, true",
    "mode=dry-run, 21, true, false",
    "'mode=dry-run,force', 25, true, false",
  })
  void is_needed_where_monitors_pin_or_by_force(
      String arguments, int jdk, boolean needed, boolean converts) throws BadOptionException {
    AgentOptions options = AgentOptions.parse(arguments, "");

    assertThat(options.isNeededOn(jdk)).isEqualTo(needed);
    assertThat(options.convertsOn(jdk)).isEqualTo(converts);
  }

  @Test
  void command_line_wins_over_file_and_file_over_environment() throws Exception {
    Path file = file("strict=true\nverbose=true\n");
    String environment = "strict=false,verbose=false,force=true,config=" + file;

    AgentOptions options = AgentOptions.parse("verbose=false", environment);

    assertThat(options.force()).as("environment only").isTrue();
    assertThat(options.strict()).as("file over environment").isTrue();
    assertThat(options.verbose()).as("command line over file").isFalse();
  }
}
