// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.loomunpin.conformance.Ledger.Status;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Lanes;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.scenario.NotApplicable;
import io.github.loomunpin.conformance.scenario.Scenarios;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;

/**
 * Every scenario without and then with the agent: on JDK 21, and in the long form on its oldest
 * updates, and on JDK 25 with the agent forced to rewrite.
 */
@Order(2)
class CoexistenceIT {
  private static final Ledger LEDGER = new Ledger(Ledger.Part.SCENARIOS);
  private static final Lanes LANES = Lanes.shared();
  private static final Map<String, Lanes.Result<Map<Jdk, Outcome>>> OUTCOMES = new HashMap<>();

  /** How long each took, for who wants to know where the time goes. */
  private static final Map<String, Long> MILLIS = new ConcurrentHashMap<>();

  /** What has come of a scenario on one JDK. */
  private record Outcome(Throwable failure) {
    void check() throws Throwable {
      if (failure != null) {
        throw failure;
      }
    }
  }

  @BeforeAll
  static void prepare() throws Exception {
    Settings.assumeJdk21();
    List<String> names = new ArrayList<>(names());
    // The last of them, which run programs in many kinds of JVM, take longest.
    Collections.reverse(names);
    names.forEach(name -> OUTCOMES.put(name, LANES.begin(() -> onAllJdks(name))));
  }

  @AfterAll
  static void report() throws IOException {
    LANES.close();
    Files.write(
        Files.createDirectories(Settings.work()).resolve("scenario-millis.tsv"),
        MILLIS.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(each -> each.getValue() + "\t" + each.getKey())
            .toList());
    LEDGER.report();
  }

  @TestFactory
  Stream<DynamicTest> scenarios() {
    return names().stream()
        .flatMap(
            name ->
                jdks().stream().map(jdk -> dynamicTest(name + ", " + jdk, () -> test(name, jdk))));
  }

  private static List<String> names() {
    Map<String, Torture> all = Tests.all();
    Optional<String> only = Settings.onlyScenario();
    if (only.isPresent()) {
      return List.of(only.get());
    }
    return Scenarios.byName().keySet().stream()
        .filter(name -> Settings.isLong() || !all.get(name).longOnly())
        .toList();
  }

  private static List<Jdk> jdks() {
    Stream<String> more =
        Settings.isLong()
            ? Stream.concat(Stream.of("25"), Settings.OLD_UPDATES.stream())
            : Stream.empty();
    return Stream.concat(Stream.of("21"), more).map(Jdk::named).flatMap(Optional::stream).toList();
  }

  /** On one after the other, since some scenarios look at several. */
  private static Map<Jdk, Outcome> onAllJdks(String name) {
    Map<Jdk, Outcome> byJdk = new HashMap<>();
    for (Jdk jdk : jdks()) {
      byJdk.put(jdk, on(name, jdk));
    }
    return byJdk;
  }

  private static Outcome on(String name, Jdk jdk) {
    long start = System.nanoTime();
    try {
      boolean compared = Tests.all().get(name).oracle() == Oracle.SAME_JDK;
      String plain = compared ? run(name, jdk, false) : "";
      String withAgent = run(name, jdk, true);
      if (compared) {
        assertThat(withAgent).as("outcome with the agent").isEqualTo(plain);
      }
      return new Outcome(null);
    } catch (Throwable e) {
      return new Outcome(e);
    } finally {
      MILLIS.put(name + "\t" + jdk, (System.nanoTime() - start) / 1_000_000);
    }
  }

  private static void test(String name, Jdk jdk) throws Throwable {
    String where = jdk + ", agent, scenario";
    try {
      OUTCOMES.get(name).get().get(jdk).check();
      LEDGER.add(name, where, Status.PASS, "");
    } catch (NotApplicable e) {
      LEDGER.add(name, where, Status.NOT_APPLICABLE, e.getMessage());
      Assumptions.abort("not applicable: " + e.getMessage());
    } catch (Throwable e) {
      LEDGER.add(name, where, Status.FAIL, String.valueOf(e.getMessage()).strip());
      throw e;
    }
  }

  private static String run(String name, Jdk jdk, boolean agent) throws Throwable {
    try {
      return (String) Scenarios.byName().get(name).invoke(null, Lab.open(name, jdk, agent));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
