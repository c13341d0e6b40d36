// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.agent.runtime.UnpinThreadLink;
import io.github.loomunpin.agent.runtime.UnpinThreads;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.thread.ThreadRule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.util.CheckClassAdapter;

/** The same code is run as it was and rewritten; what it does must not show which it is. */
class ThreadRewriterTest {

  private static final ThreadRule RULE =
      new ThreadRule(
          Set.of(Type.getInternalName(MakesThreads.Special.class)), Set.of(), false, "label", "");
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  // The threads that the tests start add to both.
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<String> uncaught = new CopyOnWriteArrayList<>();
  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  @AfterEach
  void restore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @BeforeEach
  void listen() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> uncaught.add(thread.getName() + ": " + e.getMessage()));
    UnpinThreads.connect(
        new UnpinThreadLink() {
          @Override
          public void madeVirtual(String name, String maker, String label) {
            told.add(
                name + " by " + maker.substring(maker.lastIndexOf('.') + 1) + " " + label.strip());
          }

          @Override
          public void left(String name, String maker, String reason) {
            told.add(name + " " + reason);
          }
        });
  }

  private static ThreadRewriter.Result rewrite(Class<?> type, ThreadRule rule) {
    ClassIndex index = new ClassIndex(new JdkClasses(), Programs::findClassFile);
    return ThreadRewriter.rewrite(Programs.classFile(type), rule, new Supertypes(index));
  }

  private static Class<?> rewritten(ThreadRule rule) {
    byte[] bytes = rewrite(MakesThreads.class, rule).bytes().orElseThrow();
    return new Programs(Map.of(Type.getInternalName(MakesThreads.class), bytes))
        .verified(Type.getInternalName(MakesThreads.class));
  }

  static Stream<String> makers() {
    return Stream.of(MakesThreads.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .sorted();
  }

  private static Thread make(Class<?> type, String maker, Runnable task) throws Exception {
    try {
      Thread thread = (Thread) type.getMethod(maker, Runnable.class).invoke(null, task);
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
      return thread;
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  private static <T> T onThread(boolean daemon, Callable<T> task) throws Exception {
    FutureTask<T> result = new FutureTask<>(task);
    Thread thread = new Thread(result);
    thread.setDaemon(daemon);
    thread.start();
    return result.get();
  }

  /** What a program can see of a thread, but not what kind it is. */
  private static List<Object> behaviour(Class<?> type, String maker) throws Exception {
    List<Object> seen = new ArrayList<>();
    CountDownLatch runs = new CountDownLatch(1);
    INHERITED.set("of the maker");
    ClassLoader other = new ClassLoader("other", null) {};
    Thread.currentThread().setContextClassLoader(other);
    Runnable task =
        () -> {
          Thread self = Thread.currentThread();
          seen.add(self.isDaemon());
          seen.add(self.getPriority());
          seen.add(INHERITED.get());
          seen.add(
              self.getContextClassLoader() == other
                  ? "that of the maker"
                  : self.getContextClassLoader() == ClassLoader.getSystemClassLoader());
          runs.countDown();
          try {
            Thread.sleep(60_000);
            seen.add("not interrupted");
          } catch (InterruptedException e) {
            seen.add("interrupted, and now " + self.isInterrupted());
          }
          throw new IllegalStateException("thrown");
        };
    Thread thread = make(type, maker, task);
    runs.await(); // the list is not for two threads at once
    seen.add(thread.getUncaughtExceptionHandler() == thread.getThreadGroup() ? "group" : "own");
    seen.add(thread.isAlive());
    try {
      thread.start();
      seen.add("started twice");
    } catch (IllegalThreadStateException e) {
      seen.add("not twice");
    }
    thread.interrupt();
    thread.join();
    seen.add(thread.getState());
    seen.add(thread.getName());
    return seen;
  }

  @ParameterizedTest
  @MethodSource("makers")
  void a_daemon_made_virtual_is_as_it_was(String maker) throws Exception {
    Class<?> type = rewritten(RULE);

    List<Object> before = onThread(true, () -> withoutHandler(MakesThreads.class, maker));
    assertThat(told).isEmpty();
    List<Object> after = onThread(true, () -> withoutHandler(type, maker));

    assertThat(after).isEqualTo(before);
    assertThat(told).isNotEmpty().allMatch(line -> line.contains(" by "));
  }

  /** The group of all virtual threads is another one; the handler that is asked is the same. */
  private static List<Object> withoutHandler(Class<?> type, String maker) throws Exception {
    List<Object> behaviour = behaviour(type, maker);
    assertThat(behaviour.removeIf(each -> each.equals("group") || each.equals("own"))).isTrue();
    return behaviour;
  }

  @ParameterizedTest
  @MethodSource("makers")
  void a_daemon_is_virtual(String maker) throws Exception {
    Class<?> type = rewritten(RULE);
    CountDownLatch end = new CountDownLatch(1);

    Thread thread = onThread(true, () -> make(type, maker, end::countDown));

    end.await();
    assertThat(thread.isVirtual()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"returnedAtOnce", "keptInObject"})
  void a_thread_that_keeps_the_vm_alive_stays(String maker) throws Exception {
    Thread thread = onThread(false, () -> make(rewritten(RULE), maker, () -> {}));

    assertThat(thread.isVirtual()).isFalse();
    assertThat(told).singleElement().asString().endsWith(" keeps the VM alive");
  }

  @Test
  void a_rule_may_say_that_the_vm_may_end() throws Exception {
    ThreadRule rule = new ThreadRule(Set.of(), Set.of(), true, "", "");

    Thread thread = onThread(false, () -> make(rewritten(rule), "returnedAtOnce", () -> {}));

    assertThat(thread.isVirtual()).isTrue();
  }

  @Test
  void a_priority_or_group_of_its_own_stays() throws Exception {
    Class<?> type = rewritten(RULE);
    FutureTask<Thread> inGroup = new FutureTask<>(() -> make(type, "setUpAndReturned", () -> {}));
    new Thread(new ThreadGroup("own"), inGroup).start();
    FutureTask<Thread> important = new FutureTask<>(() -> make(type, "setUpAndReturned", () -> {}));
    Thread maker = new Thread(important);
    maker.setPriority(Thread.MAX_PRIORITY);
    maker.start();

    assertThat(inGroup.get().isVirtual()).isFalse();
    assertThat(important.get().isVirtual()).isFalse();
    assertThat(told)
        .containsExactlyInAnyOrder(
            "returned is in a thread group of its own", "returned has a priority of its own");
  }

  @Test
  void virtual_threads_make_virtual_threads() throws Exception {
    FutureTask<Thread> made =
        new FutureTask<>(() -> make(rewritten(RULE), "setUpAndReturned", () -> {}));
    Thread.ofVirtual().start(made);

    assertThat(made.get().isVirtual()).isTrue();
  }

  @Test
  void uncaught_exceptions_go_where_they_went() throws Exception {
    for (Class<?> type : List.of(MakesThreads.class, rewritten(RULE))) {
      Runnable fails =
          () -> {
            throw new IllegalStateException("thrown");
          };
      make(type, "started", fails).join();
    }

    assertThat(uncaught).containsExactly("started: thrown", "started: thrown");
  }

  @Test
  void daemons_may_be_set_again_and_nothing_else() throws Exception {
    Thread thread = make(rewritten(RULE), "started", () -> {});

    thread.setPriority(Thread.MAX_PRIORITY);

    assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
    assertThat(thread.isDaemon()).isTrue();
  }

  @Test
  void a_thread_without_a_name_gets_one_as_before_and_a_label_in_the_log() throws Exception {
    onThread(true, () -> make(rewritten(RULE), "withHandler", () -> {}));
    Thread.sleep(0);
    ThreadRewriter.Result result = rewrite(Unnamed.class, RULE);
    Class<?> type =
        new Programs(Map.of(Type.getInternalName(Unnamed.class), result.bytes().orElseThrow()))
            .verified(Type.getInternalName(Unnamed.class));

    Thread thread = onThread(true, () -> make(type, "make", () -> {}));

    assertThat(thread.getName()).matches("Thread-\\d+");
    assertThat(told).last().asString().endsWith(" label");
    assertThat(told).first().asString().doesNotEndWith("label");
  }

  /** Gives no name. */
  public static final class Unnamed {

    private Unnamed() {}

    public static Thread make(Runnable task) {
      return new Thread(task);
    }
  }

  @Test
  void every_maker_is_rewritten_and_verifies() {
    ThreadRewriter.Result result = rewrite(MakesThreads.class, RULE);
    StringWriter complaints = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(result.bytes().orElseThrow()),
        ThreadRewriterTest.class.getClassLoader(),
        false,
        new PrintWriter(complaints, true));

    assertThat(complaints.toString()).isEmpty();
    assertThat(result.left()).isEmpty();
    assertThat(result.rewritten()).hasSize((int) makers().count());
  }

  @Test
  void what_cannot_be_virtual_is_named_with_the_reason() {
    ThreadRewriter.Result result = rewrite(KeepsThreads.class, ThreadRule.PLAIN);

    String prefix = KeepsThreads.class.getName() + ".";
    String notFollowed = ": a thread that is used in a way that is not followed";
    assertThat(result.bytes()).isEmpty();
    assertThat(result.left().stream().map(line -> line.substring(prefix.length())))
        .containsExactlyInAnyOrder(
            "shutdownHook: a thread that is a shutdown hook",
            "withStackSize: a thread that asks for a stack of a size",
            "subclass: a subclass of Thread, " + KeepsThreads.class.getName() + "$Renamed",
            "timer: made by the JDK in java.util.Timer",
            "reference: made by a reference to a constructor",
            "executor: made by the JDK in Executors.newSingleThreadExecutor",
            "oneOfTwo" + notFollowed,
            "oneOfTwo" + notFollowed,
            "handedOnTooEarly: a thread that is given to List.add before it is started",
            "waitedFor: a thread that is used as a lock",
            "priorityWhileRunning: a thread that is known to others before setPriority",
            "setUpInField: a thread that is kept in a field, by code that sets threads up later",
            "identified: a thread that is used with threadId before it is started");
  }

  @Test
  void a_subclass_that_is_not_known_yet_is_named_by_how_it_is_used() {
    ClassIndex nothingKnown = new ClassIndex(new JdkClasses(), ClassSource.NONE);
    ThreadRewriter.Result result =
        ThreadRewriter.rewrite(
            Programs.classFile(KeepsThreads.class), ThreadRule.PLAIN, new Supertypes(nothingKnown));

    assertThat(result.left())
        .contains(
            KeepsThreads.class.getName()
                + ".subclass: a subclass of Thread, "
                + KeepsThreads.class.getName()
                + "$Renamed");
  }

  @Test
  void a_rule_may_leave_all_threads_of_a_class() {
    ThreadRule rule = new ThreadRule(Set.of(), Set.of(), false, "", "because");
    ThreadRewriter.Result result = rewrite(MakesThreads.class, rule);

    assertThat(result.bytes()).isEmpty();
    assertThat(result.left())
        .hasSize((int) makers().count())
        .allMatch(l -> l.endsWith(": because"));
  }
}
