// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.OneProgram;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with an agent that tells of pins. */
@Execution(ExecutionMode.CONCURRENT)
class DetectIT {

  /** Pins now and then, in several ways, until the agent knows or an end is in sight. */
  private static final String PROGRAM =
      """
      import java.io.InputStream;
      import java.lang.management.ManagementFactory;
      import java.net.URL;
      import java.net.URLClassLoader;
      import javax.management.MBeanServer;
      import javax.management.ObjectName;

      public class Program {
        static class Converted {
          synchronized void call() throws InterruptedException { Thread.sleep(50); }
        }

        static class Left {
          static void call() throws InterruptedException {
            synchronized (Runtime.class) { Thread.sleep(50); }
          }
          static void await() throws InterruptedException {
            Object own = new Object();
            synchronized (own) { own.wait(50); }
          }
          /** The wait releases the object that the agent converts, and not the other one. */
          static void awaitBeneath() throws InterruptedException {
            synchronized (Runtime.class) { await(); }
          }
        }

        /** Another agent, which comes first. */
        static class Early {
          public static void premain(String type) throws Exception { Class.forName(type); }
        }

        static class Initialized {
          static { sleep(); }
          static void call() { }
        }

        static void sleep() {
          try { Thread.sleep(50); } catch (InterruptedException e) { throw new AssertionError(e); }
        }

        interface Call { void run() throws Exception; }

        static void virtually(Call call) throws Exception {
          Thread.ofVirtual().start(() -> {
            try { call.run(); } catch (Exception e) { e.printStackTrace(); }
          }).join();
        }

        /** Its code is there once, and then nobody comes back who asks for it. */
        static class Hanging extends URLClassLoader {
          Hanging(URL where) { super(new URL[] {where}, null); }
          @Override public InputStream getResourceAsStream(String name) {
            try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { }
            return null;
          }
        }

        public static void main(String[] args) throws Exception {
          System.out.println("running");
          switch (args[0]) {
            case "once" -> {
              awaitRecorder();
              pinUntilKnown(() -> new Converted().call());
            }
            case "all" -> {
              MBeanServer server = ManagementFactory.getPlatformMBeanServer();
              ObjectName name = new ObjectName("io.github.loomunpin:type=Agent");
              awaitRecorder();
              virtually(Initialized::call);
              for (int i = 0; i < 2_000 && !known(server, name); i++) {
                virtually(() -> new Converted().call());
                virtually(Left::call);
                virtually(Left::await);
                virtually(Left::awaitBeneath);
              }
              System.out.println("Mode " + server.getAttribute(name, "Mode"));
              tellSeries(server);
            }
            case "beside" -> {
              awaitRecorders(2);
              virtually(() -> new Converted().call());
            }
            case "plain" -> virtually(() -> new Converted().call());
            case "class" -> {
              awaitRecorder();
              URL here = Program.class.getProtectionDomain().getCodeSource().getLocation();
              pinUntilKnown(() -> {
                ClassLoader own = new URLClassLoader(new URL[] {here}, null);
                Class.forName("Program$Initialized", true, own);
              });
            }
            case "hanging" -> {
              URL here = Program.class.getProtectionDomain().getCodeSource().getLocation();
              Class<?> type = new Hanging(here).loadClass("Program");
              java.lang.reflect.Method method = type.getDeclaredMethod("lockAndSleep");
              awaitRecorder();
              pinUntilKnown(() -> method.invoke(null));
            }
            default -> {
              for (int i = 0; i < 10_000; i++) {
                virtually(() -> new Converted().call());
                Thread.sleep(50);
              }
            }
          }
          System.out.println("ran");
        }

        /** The agent has it start beside the application. */
        static void awaitRecorder() throws Exception {
          awaitRecorders(1);
        }

        static void awaitRecorders(int recordings) throws Exception {
          for (int i = 0; i < 15_000; i++) {
            if (jdk.jfr.FlightRecorder.isInitialized()
                && jdk.jfr.FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .filter(r -> r.getState() == jdk.jfr.RecordingState.RUNNING)
                        .count()
                    >= recordings) {
              return;
            }
            Thread.sleep(20);
          }
        }

        /** The recorder shows a pin a second later, unless it has lost the event. */
        static void pinUntilKnown(Call call) throws Exception {
          MBeanServer server = ManagementFactory.getPlatformMBeanServer();
          ObjectName name = new ObjectName("io.github.loomunpin:type=Agent");
          for (int i = 0; i < 15_000; i++) {
            if (i % 500 == 0) {
              virtually(call);
            }
            if (server.isRegistered(name)
                && (long) server.getAttribute(name, "Pins")
                    + (long) server.getAttribute(name, "PinsSetAside") > 0) {
              return;
            }
            Thread.sleep(20);
          }
          throw new IllegalStateException("no pin is known");
        }

        public static synchronized void lockAndSleep() { sleep(); }

        /** Each pin is in one of them, and there is none without pins but the one for the rest. */
        static void tellSeries(MBeanServer server) throws Exception {
          long before = (long) server.getAttribute(new ObjectName("io.github.loomunpin:type=Agent"), "Pins");
          long sum = 0;
          for (ObjectName each : server.queryNames(new ObjectName("io.github.loomunpin:type=Pins,*"), null)) {
            System.out.println("series " + each.getKeyPropertyListString());
            long count = (long) server.getAttribute(each, "Count");
            sum += count;
            if (count * 20 > (long) server.getAttribute(each, "Millis")) {
              System.out.println("too short");
            }
          }
          long after = (long) server.getAttribute(new ObjectName("io.github.loomunpin:type=Agent"), "Pins");
          System.out.println("each pin is in one series: " + (before <= sum && sum <= after));
        }

        static boolean known(MBeanServer server, ObjectName name) throws Exception {
          if (!server.isRegistered(name)) {
            return false;
          }
          String mode = (String) server.getAttribute(name, "Mode");
          Object[] pinning = (Object[]) server.getAttribute(name, "Pinning");
          String all = java.util.Arrays.toString(pinning);
          boolean known = all.contains("Left.call") && all.contains("Left.awaitBeneath")
              && (mode.startsWith("rewrite")
                  || all.contains("Left.await") && all.contains("Converted"))
              && (long) server.getAttribute(name, "Pins") > 2;
          if (known) { System.out.println("converted is known: " + all.contains("Converted")); }
          return known;
        }
      }
      """;

  private static OneProgram program;

  @TempDir private Path folder;

  @BeforeAll
  static void compile(@TempDir Path classes) throws Exception {
    program = OneProgram.compile(classes, PROGRAM);
  }

  private JavaCommand java(int jdk) {
    return program.on(jdk);
  }

  private static String run(JavaCommand java, String argument) throws Exception {
    return OneProgram.output(java, argument);
  }

  private static List<String> said(String output) {
    return output.lines().filter(line -> line.startsWith("[loom-unpin] ")).toList();
  }

  @Test
  void each_holder_is_told_once_and_all_are_in_the_mbean_and_the_file() throws Exception {
    Path report = folder.resolve("report");
    String output = run(java(21).agent(Settings.agentJar(), "mode=detect,report=" + report), "all");

    assertThat(output)
        .contains(
            "ran", "Mode detect", "converted is known: true", "each pin is in one series: true")
        .contains(
            "series type=Pins,site=Program$Converted.call,library=classes,convertible=yes",
            "series type=Pins,site=Program$Left.call,library=classes,convertible=no",
            "series type=Pins,site=Program$Left.awaitBeneath,library=classes,convertible=no",
            "series type=Pins,site=other,library=other,convertible=other")
        .doesNotContain("Initialized,", "too short");
    assertThat(said(output)).filteredOn(line -> line.contains("Converted.call")).hasSize(1);
    assertThat(said(output)).filteredOn(line -> line.contains("Left.call")).hasSize(1);
    assertThat(said(output))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("Program$Converted.call held the monitor (Program.java:10, ")
                    .contains("in java.lang.Thread.sleep")
                    .contains("synchronized method, locks this); the agent converts it"))
        .anySatisfy(line -> assertThat(line).contains("Left.await waited on the monitor"))
        .anySatisfy(line -> assertThat(line).contains(" pins, ", "; pins: " + report))
        .filteredOn(line -> line.contains("Initialized"))
        .singleElement()
        .asString()
        .contains("by the first use of a class");
    try (Stream<Path> files = Files.list(report)) {
      assertThat(files)
          .singleElement()
          .satisfies(file -> assertThat(file).content().contains("\"class\": \"Program$Left\""));
    }
  }

  @Test
  void beside_rewriting_only_what_stays_native_is_told() throws Exception {
    String output = run(java(21).agent(Settings.agentJar(), "mode=rewrite+detect"), "all");

    assertThat(output).contains("ran", "Mode rewrite+detect", "converted is known: false");
    assertThat(said(output))
        .anySatisfy(line -> assertThat(line).contains("Left.call held", "stays native: "))
        .anySatisfy(line -> assertThat(line).contains("converted 4 sites in 3 classes"))
        .noneSatisfy(line -> assertThat(line).contains("Converted"));
  }

  @Test
  void a_class_that_another_agent_has_loaded_before_stays_native() throws Exception {
    Path early =
        Jars.of(
            folder.resolve("early.jar"),
            Files.createDirectory(folder.resolve("empty")),
            Map.of("Premain-Class", "Program$Early"));
    String output =
        run(
            java(21)
                .agent(early, "Program$Converted")
                .agent(Settings.agentJar(), "mode=rewrite+detect"),
            "once");

    assertThat(said(output))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("Program$Converted.call held the monitor")
                    .contains("stays native: Program$Converted is kept native"));
  }

  @Test
  void what_is_allowed_or_not_of_the_own_packages_is_counted_but_not_told() throws Exception {
    String options = "mode=detect,threshold=10ms,own=com.acme";
    String foreign = run(java(21).agent(Settings.agentJar(), options), "once");
    String allowed =
        run(java(21).agent(Settings.agentJar(), "mode=detect,allow=Program$*"), "once");

    assertThat(said(foreign))
        .last()
        .asString()
        .containsPattern("no pin of 10 ms or longer; [1-9]\\d* more pins? set");
    assertThat(said(allowed)).last().asString().containsPattern("[1-9]\\d* more pins? set aside");
    assertThat(said(allowed)).noneSatisfy(line -> assertThat(line).contains("Converted"));
  }

  @Test
  void what_another_recording_wants_does_not_lower_the_threshold() throws Exception {
    String output =
        run(
            java(21)
                .options(
                    "-XX:StartFlightRecording:settings=none,+jdk.VirtualThreadPinned#enabled=true,"
                        + "+jdk.VirtualThreadPinned#threshold=0ms")
                .agent(Settings.agentJar(), "mode=detect,threshold=60s"),
            "beside");

    assertThat(output).contains("ran");
    assertThat(said(output)).last().asString().contains("no pin of 60000 ms or longer");
  }

  /** In another order, a recording that starts at the same time waits for ever for the agent. */
  @Test
  void the_recorder_is_initialized_in_the_order_of_the_jdk() throws Exception {
    String output =
        run(
            java(21)
                .options("-Xlog:class+init=info:stdout")
                .agent(Settings.agentJar(), "mode=detect"),
            "plain");

    assertThat(output)
        .containsSubsequence(
            "Initializing 'jdk/jfr/internal/JVM'", "Initializing 'jdk/jfr/internal/Options'");
  }

  @Test
  void options_that_do_nothing_without_rewriting_are_named() throws Exception {
    String options = "mode=detect,strict=true,cache=" + folder.resolve("cache");
    String output = run(java(21).agent(Settings.agentJar(), options), "plain");

    assertThat(said(output))
        .first()
        .asString()
        .contains("mode=detect rewrites nothing, so that cache, strict have no effect");
  }

  @Test
  void where_monitors_do_not_pin_none_is_blamed() throws Exception {
    String output = run(java(25).agent(Settings.agentJar(), "mode=rewrite+detect"), "class");

    assertThat(output).contains("ran");
    assertThat(said(output)).hasSize(4);
    assertThat(said(output).get(0)).contains("JEP 491");
    assertThat(said(output).get(1)).isEqualTo("[loom-unpin] reporting pins of 20 ms or longer");
    assertThat(said(output).get(2)).contains("by the first use of a class: ");
    assertThat(said(output).get(3))
        .matches(
            "\\[loom-unpin] no pin of 20 ms or longer; [1-9]\\d* more pins? by the first use of"
                + " classes, .+ in all");
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 25})
  void without_the_flight_recorder_one_line_says_so(int jdk) throws Exception {
    String output =
        run(
            java(jdk)
                .options("--limit-modules=java.instrument,java.management")
                .agent(Settings.agentJar(), "mode=detect"),
            "plain");

    assertThat(output).contains("ran");
    assertThat(said(output))
        .singleElement()
        .asString()
        .startsWith("[loom-unpin] no pins are seen: this JVM has no module jdk.jfr");
  }

  @Test
  void a_class_loader_that_hangs_does_not_hold_up_the_application() throws Exception {
    String output = run(java(21).agent(Settings.agentJar(), "mode=detect"), "hanging");

    assertThat(output).contains("ran");
    assertThat(said(output))
        .anySatisfy(
            line -> assertThat(line).contains("Program.sleep:", "class loaders did not answer"));
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 25})
  void it_is_attached_to_a_running_jvm(int jdk) throws Exception {
    JavaCommand java = java(jdk);
    assumeTrue(Files.exists(Jdk.named(jdk).orElseThrow().bin("jcmd")), "no jcmd");
    try (Child child = java.main("Program", "long").printing(new Output.Captured()).start()) {
      child.awaitPrinted(Pattern.compile("running"), OneProgram.LIMIT);
      attach(jdk, child, "mode=rewrite");
      child.awaitPrinted(Pattern.compile("only mode=detect may be attached"), OneProgram.LIMIT);
      attach(jdk, child, "mode=detect,threshold=10ms");
      child.awaitPrinted(Pattern.compile("reporting pins of 10 ms or longer"), OneProgram.LIMIT);
      if (jdk == 21) {
        child.awaitPrinted(
            Pattern.compile("Program\\$Converted.call held the monitor"), OneProgram.LIMIT);
      }
      assertThat(child.output()).doesNotContain("ASSERTION");
    }
  }

  /** Threads of that JVM have buffers for so many frames, and would write beyond their ends. */
  @Test
  void the_stack_depth_of_a_jvm_that_records_already_stays_as_it_is() throws Exception {
    JavaCommand java = java(21).options("-XX:StartFlightRecording");
    assumeTrue(Files.exists(Jdk.named(21).orElseThrow().bin("jcmd")), "no jcmd");
    try (Child child = java.main("Program", "long").printing(new Output.Captured()).start()) {
      child.awaitPrinted(Pattern.compile("running"), OneProgram.LIMIT);
      attach(21, child, "mode=detect");
      child.awaitPrinted(
          Pattern.compile("reporting pins of 20 ms or longer; stacks end after 64 frames"),
          OneProgram.LIMIT);

      assertThat(jcmd(21, child, "JFR.configure")).contains("Stack depth: 64");
    }
  }

  private static void attach(int jdk, Child child, String options) throws Exception {
    Path jar = Settings.agentJar().resolveSibling("loom-unpin-attach.jar");
    jcmd(jdk, child, "JVMTI.agent_load " + jar + " \"" + options + "\"");
  }

  private static String jcmd(int jdk, Child child, String command) throws Exception {
    return Jdk.named(jdk)
        .orElseThrow()
        .tool("jcmd", child.pid() + "", command)
        .run(OneProgram.LIMIT)
        .successfully()
        .output();
  }
}
