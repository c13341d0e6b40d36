// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GradesTest {

  @TempDir Path folder;

  private Compiled app(String body) throws IOException {
    return Compiled.of(folder, "class App { " + body + " }");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait()|WAIT",
        "Thread.sleep(1)|SLEEP",
        "new CountDownLatch(1).await()|PARK",
        "new LinkedBlockingQueue<String>().take()|PARK",
        "CompletableFuture.completedFuture(1).get()|PARK",
        "new java.net.Socket(\"a\", 1)|SOCKET",
        "java.net.InetAddress.getByName(\"a\")|SOCKET",
        "((java.sql.Statement) null).executeQuery(\"\")|DATABASE",
        "new ProcessBuilder(\"a\").start()|PROCESS"
      })
  void operations_block(String operation, BlockingKind kind) throws IOException {
    Compiled app = app("synchronized void m() throws Exception { " + operation + "; }");
    assertThat(app.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(app.verdict("m").path().orElseThrow().kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s.getInputStream().read()",
        "new BufferedReader(new InputStreamReader(s.getInputStream())).readLine()",
        "new Scanner(s.getInputStream()).nextLine()",
        "new DataInputStream(s.getInputStream()).readInt()",
        "((DataInput) null).readInt()",
        "new StreamTokenizer((Reader) null).nextToken()"
      })
  void what_may_be_a_socket_depends_on_the_object(String operation) throws IOException {
    Compiled app =
        app("synchronized void m(java.net.Socket s) throws Exception { " + operation + "; }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OPERATION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "new FileInputStream(\"a\").read()",
        "System.out.println()",
        "Class.forName(\"a\")",
        "new StringWriter().write(1)",
        "new StringReader(\"a\").read()",
        "new HashMap<String, String>().get(\"a\")"
      })
  void what_blocks_the_carrier_anyway_or_nothing_is_short(String operation) throws IOException {
    assertThat(app("synchronized void m() throws Exception { " + operation + "; }").grade("m"))
        .isEqualTo(Grade.SHORT);
  }

  @Test
  void a_lock_of_java_util_concurrent_is_a_grade_of_its_own() throws IOException {
    Compiled app = app("Lock lock = new ReentrantLock(); synchronized void m() { lock.lock(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.TAKES_LOCK);
    assertThat(app.path("m")).endsWith("ReentrantLock.lock");
  }

  @Test
  void synchronized_native_code_of_a_library_may_block_and_keeps_the_carrier() throws IOException {
    Compiled app = app("synchronized native int m();");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.verdict("m").path().orElseThrow().kind()).isEqualTo(BlockingKind.NATIVE);
    assertThat(app.guesses("m")).containsExactly(Guess.Why.OPERATION);
    assertThat(app.result().sites()).allMatch(ScannedSite::staysPinned);
  }

  @Test
  void native_code_of_the_jdk_is_short() throws IOException {
    assertThat(app("synchronized int m() { return super.hashCode(); }").grade("m"))
        .isEqualTo(Grade.SHORT);
  }

  @Test
  void only_what_runs_while_the_monitor_is_held_counts() throws IOException {
    Compiled app =
        app(
            "final Object lock = new Object(); void m() throws Exception { Thread.sleep(1);"
                + " synchronized (lock) { hashCode(); } Thread.sleep(1); }");
    assertThat(app.grade("m")).isEqualTo(Grade.SHORT);
  }

  @Test
  void each_kind_of_operation_has_a_path() throws IOException {
    Compiled app =
        app(
            "synchronized void m() throws Exception { far(); Thread.sleep(1); }"
                + " void far() { LockSupport.park(); }");
    assertThat(app.verdict("m").paths())
        .extracting(BlockingPath::kind)
        .containsExactly(BlockingKind.SLEEP, BlockingKind.PARK);
  }

  @Test
  void a_short_site_is_behind_one_that_keeps_its_lock() throws IOException {
    Compiled app =
        app(
            "synchronized void keeper() throws Exception { Thread.sleep(1); }"
                + " synchronized void getter() { }"
                + " static synchronized void other() { }");
    assertThat(app.grade("getter")).isEqualTo(Grade.BEHIND);
    assertThat(app.verdict("getter").behind()).contains(app.site("keeper"));
    assertThat(app.path("getter")).containsExactly("App.keeper", "Thread.sleep");
    assertThat(app.grade("other")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_wait_gives_its_lock_up() throws IOException {
    Compiled app =
        app("synchronized void taker() throws Exception { wait(); } synchronized void giver() { }");
    assertThat(app.grade("taker")).isEqualTo(Grade.BLOCKS);
    assertThat(app.grade("giver")).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_wait_is_one_of_object_whatever_waits() throws IOException {
    Compiled app =
        app(
            "final java.util.ArrayDeque<String> queue = new java.util.ArrayDeque<>();"
                + " void m() throws Exception { synchronized (queue) { queue.wait(); } }");
    assertThat(app.path("m")).containsExactly("App.m", "Object.wait");
  }

  @Test
  void a_login_may_ask_a_server() throws IOException {
    Compiled app =
        app(
            "synchronized void m(javax.security.auth.login.LoginContext context)"
                + " throws Exception { context.login(); }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
  }

  @Test
  void sites_of_one_lock_are_a_group() throws IOException {
    Compiled app =
        app(
            "final Object lock = new Object(); void one() throws Exception {"
                + " synchronized (lock) { Thread.sleep(1); } }"
                + " void two() { synchronized (lock) { hashCode(); } }"
                + " class Inner { void inner() { synchronized (App.this) { hashCode(); } } }"
                + " synchronized void outer() { }");
    List<Verdicts.LockGroup> groups = app.result().verdicts().locks();
    assertThat(groups).extracting(group -> group.lock().id()).contains("field App.lock");
    Verdicts.LockGroup first = groups.get(0);
    assertThat(first.grade()).isEqualTo(Grade.BLOCKS);
    assertThat(first.sites()).extracting("method").containsExactly("one", "two");
    assertThat(app.verdict("inner").lock()).isEqualTo(app.verdict("outer").lock());
  }

  @Test
  void a_map_function_that_blocks_is_a_hazard() throws IOException {
    Compiled app =
        app(
            "final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();"
                + " void m() { map.computeIfAbsent(\"a\", key -> slow()); }"
                + " static String slow() { LockSupport.park(); return null; }");
    assertThat(app.result().verdicts().hazards())
        .singleElement()
        .satisfies(
            hazard -> {
              assertThat(hazard.kind()).isEqualTo(Hazard.Kind.MAP_FUNCTION);
              assertThat(hazard.method()).isEqualTo("m");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Map<String, Object> all = new ConcurrentHashMap<>(); void m() { all.compute(\"a\", (key, old) -> slow2()); }",
        "Map<String, Object> all = Collections.synchronizedMap(new HashMap<>());"
            + " void m() { all.computeIfAbsent(\"a\", key -> slow2()); }",
        "Map<String, Object> all; App() { all = Collections.synchronizedMap(new HashMap<>()); }"
            + " void m() { all.replaceAll((key, old) -> slow2()); }",
        "Collection<Object> all = Collections.synchronizedList(new ArrayList<>());"
            + " void m() { all.removeIf(each -> slow2() == null); }",
        "Vector<Object> all; void m() { all.removeIf(each -> slow2() == null); }",
        "List<Object> all = new CopyOnWriteArrayList<>();"
            + " void m() { all.removeIf(each -> slow2() == null); }"
      })
  void functions_that_run_under_a_monitor_of_the_jdk_are_hazards(String members)
      throws IOException {
    Compiled app = app(SLOW_FUNCTION + members);
    assertThat(app.result().hazards())
        .extracting(Hazard::kind, Hazard::method)
        .containsExactly(tuple(Hazard.Kind.MAP_FUNCTION, "m"));
    assertThat(app.result().hazards().get(0).kind().endsWithAgent()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hashtable<String, Object> all; void m() { all.compute(\"a\", (key, old) -> slow2()); }",
        "Map<String, Object> all = new Hashtable<>(); void m() { all.compute(\"a\", (key, old) -> slow2()); }"
      })
  void those_that_a_hashtable_runs_stay_with_the_agent(String members) throws IOException {
    Compiled app = app(SLOW_FUNCTION + members);
    assertThat(app.result().hazards())
        .extracting(Hazard::kind)
        .containsExactly(Hazard.Kind.TABLE_FUNCTION);
    assertThat(app.result().hazards().get(0).kind().endsWithAgent()).isFalse();
  }

  @Test
  void a_map_without_a_monitor_is_no_hazard() throws IOException {
    Compiled app =
        app(
            SLOW_FUNCTION
                + "Map<String, Object> all = new HashMap<>(); void m() { all.compute(\"a\", (key, old) -> slow2()); }");
    assertThat(app.result().hazards()).isEmpty();
  }

  private static final String SLOW_FUNCTION =
      "static Object slow2() { LockSupport.park(); return null; } ";

  @Test
  void a_class_initializer_that_blocks_is_a_hazard_on_every_release() throws IOException {
    String source =
        "class App { static final Object X = slow(); synchronized void m() { slow(); }"
            + " static Object slow() { LockSupport.park(); return null; }"
            + " void map(ConcurrentHashMap<String, Object> map) {"
            + " map.computeIfAbsent(\"a\", key -> slow()); } }";
    Compiled on21 = Compiled.of(folder, source);
    assertThat(on21.grade("m")).isEqualTo(Grade.BLOCKS);
    assertThat(on21.result().verdicts().hazards())
        .extracting(Hazard::kind)
        .containsExactly(Hazard.Kind.CLASS_INITIALIZER, Hazard.Kind.MAP_FUNCTION);
    Compiled on24 = Compiled.of(folder, source, 24);
    assertThat(on24.grade("m")).isEqualTo(Grade.SHORT);
    assertThat(on24.result().verdicts().hazards())
        .extracting(Hazard::kind)
        .containsExactly(Hazard.Kind.CLASS_INITIALIZER);
  }

  /** A way of many certain calls may be too long for who calls it with a guess. */
  @Test
  void a_long_certain_way_does_not_hide_a_short_one_with_a_guess() throws IOException {
    StringBuilder chain = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      chain.append(" static void call%d() { call%d(); }".formatted(i, i + 1));
    }
    Compiled app =
        Compiled.app(
            folder,
            "interface Step { void run(); }"
                + " static class Slow implements Step { public void run() { slow(); } }"
                + " static class Quick implements Step { public void run() { } }"
                + " static Step step(boolean quick) { return quick ? new Quick() : new Slow(); }"
                + chain
                + " static void call12() { slow(); }"
                + " static void both(Step step) { call0(); step.run(); }"
                + " interface Task { void run(); }"
                + " static class Both implements Task { public void run() { both(null); } }"
                + " static class None implements Task { public void run() { } }"
                + " static Task any(boolean none) { return none ? new None() : new Both(); }"
                + " synchronized void certain() { both(step(true)); }"
                + " synchronized void guessed(Task task) { task.run(); }");

    assertThat(app.grade("certain")).isEqualTo(Grade.BLOCKS);
    assertThat(app.path("certain")).hasSize(17);
    assertThat(app.grade("guessed")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.path("guessed"))
        .containsExactly(
            "App.guessed",
            "App$Both.run",
            "App.both",
            "App$Slow.run",
            "App.slow",
            "LockSupport.park");
    assertThat(app.guesses("guessed")).hasSize(2);
  }

  @Test
  void the_first_use_of_a_class_whose_initializer_blocks_is_a_guess() throws IOException {
    Compiled app =
        Compiled.of(
            folder,
            "class App { synchronized void m() { Lazy.use(); } }"
                + "class Lazy { static { LockSupport.park(); } static void use() { } }");
    assertThat(app.grade("m")).isEqualTo(Grade.MAY_BLOCK);
    assertThat(app.guesses("m")).contains(Guess.Why.FIRST_USE);
  }
}
