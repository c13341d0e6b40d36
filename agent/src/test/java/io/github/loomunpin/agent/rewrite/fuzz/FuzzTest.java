// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.Rules;
import io.github.loomunpin.agent.rewrite.program.Comparison;
import io.github.loomunpin.agent.rewrite.program.Programs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs do the same before and after the rewrite, other ones for each compiler. {@code
 * -Dfuzz.seed=N} takes other programs, {@code -Dfuzz.programs=N} more of them.
 */
class FuzzTest {

  private static final long SEED = Long.getLong("fuzz.seed", 1);
  private static final boolean LONG = "long".equals(System.getProperty("torture"));
  private static final int PROGRAMS = Integer.getInteger("fuzz.programs", LONG ? 40 : 8);

  @ParameterizedTest
  @EnumSource
  void programs_do_the_same_after_the_rewrite(Compilers compiler) throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (int i = 0; i < PROGRAMS; i++) {
      String name = "P" + i;
      long seed = SEED * 1_000_003 + compiler.ordinal() * PROGRAMS + i;
      sources.put(name, new ProgramWriter(seed, name, compiler.javaVersion()).write());
    }

    Map<String, byte[]> compiled = compiler.compile(sources);
    compiled.keySet().removeIf(name -> !isValid(compiled, name));
    List<String> failures = failures(sources, compiled, Rules.rewriteAll(compiled));
    failures.addAll(failures(sources, compiled, Rules.rewriteAllUncopied(compiled)));
    failures.sort(Comparator.comparingInt(String::length));
    assertThat(failures)
        .as("%d of %d programs of seed %d, %s", failures.size(), PROGRAMS, SEED, compiler)
        .isEmpty();
  }

  private static List<String> failures(
      Map<String, String> sources, Map<String, byte[]> compiled, Map<String, byte[]> rewritten) {
    Rules rules = new Rules(compiled, Set.of());
    List<String> failures = new ArrayList<>();
    for (String internalName : compiled.keySet()) {
      String name = internalName.substring(internalName.indexOf('/') + 1);
      Comparison comparison =
          Comparison.of(compiled, rewritten, internalName, rules.nativeObjects());
      List<String> differences = new ArrayList<>(comparison.differences());
      differences.addAll(
          DebugInfo.differences(compiled.get(internalName), rewritten.get(internalName)));
      if (!differences.isEmpty()) {
        failures.add(describe(sources.get(name), differences));
      }
    }
    return failures;
  }

  /** ecj 3.38 makes wrong frames for a return from within a finally. */
  private static boolean isValid(Map<String, byte[]> compiled, String name) {
    try {
      new Programs(compiled).verified(name);
      return true;
    } catch (VerifyError e) {
      return false;
    }
  }

  private static String describe(String source, List<String> differences) {
    return numbered(source)
        + String.join("\n", differences.subList(0, Math.min(3, differences.size())));
  }

  private static String numbered(String source) {
    StringBuilder text = new StringBuilder();
    int number = 0;
    for (String line : source.split("\n")) {
      text.append(String.format("%4d  %s%n", ++number, line));
    }
    return text.toString();
  }
}
