// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.JavaRun;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What other agents still do before and after this one, beside what this one does: two virtual
 * threads meet inside monitors on one carrier. Those that take long to start are in the long form
 * only. Mockito and Byte Buddy have scenarios of their own.
 */
class OtherAgentsIT {

  private static final String CALL = "scenario.AgentsApp$Client[call]";

  @BeforeAll
  static void needsJdk21() {
    Settings.assumeJdk21();
  }

  /** Where the other agent is on the command line. */
  enum Order {
    BEFORE,
    AFTER
  }

  /** Runs the program under another agent and returns what was printed, after looking at it. */
  private interface Agent {
    String run(Lab lab, String name, Order order) throws Exception;
  }

  @Test
  void without_this_agent_the_threads_do_not_meet() throws Exception {
    Lab lab = Lab.open("other-agents-none", Jdk.named(21).orElseThrow(), false);

    assertThat(JavaRun.outcomeOf(program(lab, "plain").runTo(0))).isEqualTo("parked 0, woven 0");
  }

  @Test
  void a_class_of_the_application_that_an_agent_has_loaded_early_stays_native() throws Exception {
    String printed = withEarlyClass("other-agents-early", "");

    assertThat(printed)
        .contains("OUT: parked 0")
        .contains("1 class was loaded before this agent")
        .contains("1 of no known agent (scenario.AgentsApp$Client); so will the JDK's");
  }

  @Test
  void a_copy_that_an_agent_has_loaded_for_itself_changes_nothing() throws Exception {
    String classes = Settings.work().resolve("other-agents-copy/jdk21-agent/classes").toString();
    String printed = withEarlyClass("other-agents-copy", classes + "/");

    assertThat(printed).contains("OUT: parked 2").contains("1 class was loaded before this agent");
  }

  /**
   * @param classes where the agent loads the copy from; empty if it loads no copy
   */
  private static String withEarlyClass(String name, String classes) throws Exception {
    Lab lab = Lab.open(name, Jdk.named(21).orElseThrow(), true);
    JavaRun run = program(lab, "early");
    Path agent = lab.compile("agent", List.of(), Lab.source("EarlyCopyAgent.java"));
    Path jar =
        Jars.of(
            lab.directory().resolve("early.jar"),
            agent,
            Map.of("Premain-Class", "scenario.EarlyCopyAgent"));
    return run.optionsBeforeAgent("-javaagent:" + jar + "=" + classes).runTo(0);
  }

  @TestFactory
  Stream<DynamicTest> agents() {
    List<DynamicTest> tests = new ArrayList<>();
    add("jacoco-0.8.12", OtherAgentsIT::jacoco, tests);
    add("aspectj-1.9.24", OtherAgentsIT::aspectj, tests);
    add("blockhound-1.0.13", OtherAgentsIT::blockHound, tests);
    if (Settings.isLong()) {
      add("opentelemetry-2.20.1", OtherAgentsIT::openTelemetry, tests);
      add("datadog-1.54.0", OtherAgentsIT::datadog, tests);
      add("elastic-1.52.0", OtherAgentsIT::elastic, tests);
    }
    return tests.stream();
  }

  private static void add(String name, Agent agent, List<DynamicTest> tests) {
    for (Order order : Order.values()) {
      tests.add(dynamicTest(name + " " + order, () -> test(name, agent, order)));
    }
  }

  private static void test(String name, Agent agent, Order order) throws Exception {
    Lab lab = Lab.open("other-agents-" + name, Jdk.named(21).orElseThrow(), true);

    String printed = agent.run(lab, order.name(), order);

    assertThat(printed).contains("OUT: parked 2").contains("[loom-unpin] converted ");
    // A machine that gives a carrier no processor for a second has the agent tell of it.
    List<String> own =
        printed
            .lines()
            .filter(line -> line.startsWith("[loom-unpin]"))
            .filter(line -> !line.startsWith("[loom-unpin] no carrier has moved"))
            .toList();
    assertThat(own).as("what this agent says").hasSizeLessThanOrEqualTo(3);
    if (order == Order.BEFORE) {
      assertThat(own.get(1)).contains("'s agent").endsWith("to convert these");
    }
  }

  private static JavaRun program(Lab lab, String name) throws IOException {
    List<Path> path = new ArrayList<>(Settings.library("aspectj"));
    path.addAll(Settings.library("blockhound"));
    Path classes =
        lab.compile(
            "classes",
            path,
            Lab.source("AgentsApp.java"),
            Lab.source("CountingAspect.java"),
            Lab.source("CountingIntegration.java"));
    path.add(classes);
    return lab.java(name)
        .classPath(path)
        .options("-Djdk.virtualThreadScheduler.parallelism=1")
        .options("-Djdk.virtualThreadScheduler.maxPoolSize=1")
        .main("scenario.AgentsApp");
  }

  private static JavaRun with(String library, String options, Order order, JavaRun run) {
    String option = "-javaagent:" + Settings.library(library).getFirst() + options;
    return order == Order.BEFORE ? run.optionsBeforeAgent(option) : run.options(option);
  }

  /** It counts what it sees by a checksum of the class file, which has to be that of the jar. */
  private static String jacoco(Lab lab, String name, Order order) throws Exception {
    Path plain = lab.directory().resolve("plain.exec");
    Lab without = Lab.open("other-agents-jacoco-alone", lab.jdk(), false);
    with("jacoco-old", jacocoOptions(plain), Order.BEFORE, program(without, "plain")).runTo(0);
    Path exec = lab.directory().resolve(name + ".exec");
    String printed = with("jacoco-old", jacocoOptions(exec), order, program(lab, name)).runTo(0);
    Coverage expected = Coverage.read(plain);
    Coverage actual = Coverage.read(exec);

    assertThat(expected.covered()).isPositive();
    assertThat(actual.ids()).isEqualTo(expected.ids());
    assertThat(actual.covered()).isPositive();
    return printed;
  }

  private static String jacocoOptions(Path exec) {
    return "=destfile=" + exec + ",includes=scenario.*";
  }

  private static String aspectj(Lab lab, String name, Order order) throws Exception {
    JavaRun run = with("aspectj", "", order, program(lab, name));
    Path config = Files.createDirectories(lab.directory().resolve("classes/META-INF"));
    Files.writeString(
        config.resolve("aop.xml"),
        "<aspectj><aspects><aspect name='scenario.CountingAspect'/></aspects>"
            + "<weaver><include within='scenario..*'/></weaver></aspectj>");

    String printed = run.runTo(0);

    assertThat(printed).contains("woven 2");
    return printed;
  }

  private static String blockHound(Lab lab, String name, Order order) throws Exception {
    JavaRun run =
        with("blockhound", "", order, program(lab, name))
            .options("-XX:+AllowRedefinitionToAddDeleteMethods");
    Path services = Files.createDirectories(lab.directory().resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve("reactor.blockhound.integration.BlockHoundIntegration"),
        "scenario.CountingIntegration\n");

    String printed = run.runTo(0);

    assertThat(printed).as("blocking calls").containsPattern("woven [1-9]");
    return printed;
  }

  private static String openTelemetry(Lab lab, String name, Order order) throws Exception {
    String printed =
        with("opentelemetry", "", order, program(lab, name))
            .options("-Dotel.traces.exporter=logging", "-Dotel.metrics.exporter=none")
            .options("-Dotel.logs.exporter=none", "-Dotel.instrumentation.methods.include=" + CALL)
            .runTo(0);

    assertThat(printed.split("'Client.call' : ", -1)).as("spans").hasSize(3);
    return printed;
  }

  private static String datadog(Lab lab, String name, Order order) throws Exception {
    String printed =
        with("datadog", "", order, program(lab, name))
            .options("-Ddd.trace.methods=" + CALL, "-Ddd.writer.type=TraceStructureWriter")
            .options("-Ddd.remote_config.enabled=false", "-Ddd.jmxfetch.enabled=false")
            .options("-Ddd.instrumentation.telemetry.enabled=false")
            .options("-Ddd.trace.startup.logs=false", "-Ddd.profiling.enabled=false")
            .runTo(0);

    assertThat(printed.split("\\[trace.annotation]", -1)).as("traces").hasSize(3);
    return printed;
  }

  private static String elastic(Lab lab, String name, Order order) throws Exception {
    StringBuffer received = new StringBuffer();
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, received));
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      String printed =
          with("elastic", "", order, program(lab, name))
              .options("-Delastic.apm.server_url=" + url, "-Delastic.apm.cloud_provider=NONE")
              .options("-Delastic.apm.trace_methods=scenario.AgentsApp$Client#call")
              .options("-Delastic.apm.central_config=false", "-Delastic.apm.log_level=ERROR")
              .runTo(0);

      assertThat(received.toString().lines())
          .filteredOn(line -> line.startsWith("{\"transaction\""))
          .filteredOn(line -> line.contains("\"name\":\"Client#call\""))
          .hasSize(2);
      return printed;
    } finally {
      server.stop(0);
    }
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private static void answer(HttpExchange exchange, StringBuffer received) throws IOException {
    try (exchange) {
      boolean deflated =
          "deflate".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream in = exchange.getRequestBody();
      try (InputStream body = deflated ? new InflaterInputStream(in) : in) {
        received.append(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
      boolean isIntake = exchange.getRequestURI().getPath().startsWith("/intake");
      byte[] version = (isIntake ? "" : "{\"version\":\"8.6.0\"}").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(isIntake ? 202 : 200, isIntake ? -1 : version.length);
      exchange.getResponseBody().write(version);
    }
  }
}
