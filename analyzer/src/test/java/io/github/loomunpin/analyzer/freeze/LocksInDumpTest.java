// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Dumps do not tell who has a lock of {@code java.util.concurrent}. */
class LocksInDumpTest {

  private static final String HEADING =
      """
      7
      2026-01-01T00:00:00Z
      %s

      #17 "%s"
            java.base/jdk.internal.misc.Unsafe.park(Native Method)
            java.base/java.lang.Thread.run(Unknown Source)

      """;

  /** Its two methods, each on its own thread, wait for each other. */
  private static final class Deadlock {

    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ReentrantReadWriteLock SHARED = new ReentrantReadWriteLock();

    private static void monitorFirst() {
      synchronized (MONITOR) {
        LOCK.lock();
        LOCK.unlock();
      }
    }

    private static void lockFirst() {
      LOCK.lock();
      try {
        synchronized (MONITOR) {
          MONITOR.notifyAll();
        }
      } finally {
        LOCK.unlock();
      }
    }

    /** Two threads in it wait for each other to give the read lock back. */
    private static void upgrade() {
      SHARED.readLock().lock();
      try {
        SHARED.writeLock().lock();
        SHARED.writeLock().unlock();
      } finally {
        SHARED.readLock().unlock();
      }
    }

    /** A thread in it holds the read lock. */
    private static void read() {
      SHARED.readLock().lock();
      try {
        Thread.onSpinWait();
      } finally {
        SHARED.readLock().unlock();
      }
    }

    /** Calls itself, so that there are many frames between the lock and where a thread waits. */
    private static void deep(int calls) {
      if (calls > 0) {
        deep(calls - 1);
      }
    }
  }

  /** Takes a lock in methods that return with it. */
  private static final class Guarded {

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Own OWN = new Own();

    private static void begin() {
      LOCK.lock();
    }

    private static void end() {
      LOCK.unlock();
    }

    private static void io() {
      Thread.onSpinWait();
    }

    private static void keep(boolean some) {
      begin();
      if (some) {
        end();
        return;
      }
      io();
      end();
    }

    private static void passed() {
      begin();
      end();
      io();
    }

    private static void own() {
      try (Own own = OWN.obtain()) {
        own.hasQueuedThreads();
        io();
      }
    }

    /** A lock that is its own guard, as PGJDBC has it. */
    private static final class Own extends ReentrantLock implements AutoCloseable {

      private static final long serialVersionUID = 1;

      private Own obtain() {
        lock();
        return this;
      }

      @Override
      public void close() {
        unlock();
      }
    }
  }

  /** A thread that has a permit gives it back after a while. */
  private static final class Pool {

    private final Semaphore permits = new Semaphore(1);

    private synchronized void lend() throws InterruptedException {
      permits.acquire();
    }

    private void use() throws InterruptedException {
      lend();
      Thread.sleep(1);
      permits.release();
    }
  }

  @TempDir private Path directory;

  @Test
  void a_method_that_returned_with_a_lock_leaves_it_with_who_called_it() throws Exception {
    JvmFreeze jvm = guarded(frame(Guarded.class, "begin", Step::locksByName), "keep");

    assertThat(jvm.edges())
        .extracting(edge -> edge.waiter().label() + " " + edge.owner().label())
        .containsExactlyInAnyOrder("\"pinned\" #22 \"holder\" #20", "\"next\" #23 \"holder\" #20");
    assertThat(jvm.edges()).allMatch(edge -> edge.surety() == Surety.POSSIBLE);
    assertThat(jvm.ready()).isEmpty();
    assertThat(jvm.holders()).extracting(ThreadView::label).containsExactly("\"holder\" #20");
  }

  @Test
  void a_lock_may_be_its_own_guard() throws Exception {
    JvmFreeze jvm = guarded(frame(Guarded.Own.class, "obtain", Step::locksByName), "own");

    assertThat(jvm.holders()).extracting(ThreadView::label).containsExactly("\"holder\" #20");
    assertThat(jvm.ready()).isEmpty();
  }

  @Test
  void who_has_given_a_lock_back_is_not_named_but_another_may_have_it() throws Exception {
    JvmFreeze jvm = guarded(frame(Guarded.class, "begin", Step::locksByName), "passed");

    assertThat(jvm.edges()).isEmpty();
    assertThat(jvm.ready()).extracting(ThreadView::label).containsExactly("\"next\" #23");
    assertThat(jvm.readyIsSure()).isFalse();
  }

  @Test
  void a_lock_that_no_method_returns_with_and_nobody_is_between_is_free() throws Exception {
    JvmFreeze jvm = guarded(frame("monitorFirst", Step::takesLock), "passed");

    assertThat(jvm.ready()).extracting(ThreadView::label).containsExactly("\"next\" #23");
    assertThat(jvm.readyIsSure()).isTrue();
  }

  /**
   * One thread is in a method, and two wait for a lock, one of them pinned.
   *
   * @param waiting the frame that takes it
   */
  private JvmFreeze guarded(String waiting, String method) throws IOException {
    return freeze(
        HEADING.formatted("21.0.8+9-LTS", "main")
            + """
            #20 "holder"
                  java.base/java.lang.Thread.sleep0(Native Method)
                  java.base/java.lang.Thread.sleep(Unknown Source)
                  %s
                  %s
                  java.base/java.lang.Thread.run(Unknown Source)

            #22 "pinned" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  java.base/java.util.concurrent.locks.ReentrantLock.lock(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            #23 "next" virtual
                  java.base/java.lang.VirtualThread.park(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  java.base/java.util.concurrent.locks.ReentrantLock.lock(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(
                    frame(Guarded.class, "io", Step::calls),
                    frame(Guarded.class, method, step -> step.name().equals("io")),
                    waiting,
                    waiting));
  }

  @Test
  void what_the_agent_decides_by_the_object_is_a_lock_where_a_thread_parks_for_it()
      throws Exception {
    String dump =
        HEADING.formatted("21.0.8+9-LTS", "loom-unpin rescue")
            + """
            #21 "one" virtual
                  java.base/java.lang.VirtualThread.park(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  java.base/java.util.concurrent.locks.ReentrantLock.lock(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            #22 "two" virtual
                  java.base/java.lang.VirtualThread.park(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """
                .formatted(
                    frame("monitorFirst", Step::takesLock),
                    frame("lockFirst", step -> step.kind() == Step.Kind.MONITOR_ENTER));

    JvmFreeze jvm = freeze(dump);

    assertThat(jvm.verdict()).isEqualTo(FreezeVerdict.CIRCLE);
    assertThat(jvm.circle()).hasSize(2);
    assertThat(jvm.holders())
        .flatExtracting(ThreadView::holds)
        .extracting(HeldObject::kind)
        .containsOnly(HeldObject.Kind.CONVERTED);
  }

  @Test
  void the_object_of_a_lock_does_not_hide_who_may_have_it() throws Exception {
    String dump =
        HEADING.formatted("25.0.3+9-LTS", "main")
            + """
            #21 "one" virtual WAITING 2026-01-01T00:00:00Z
                at java.base/java.lang.VirtualThread.park(VirtualThread.java:742)
                - parking to wait for <java.util.concurrent.locks.ReentrantLock$NonfairSync@1ba578d4>
                at java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:221)
                at java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:323)
                at %s
                - locked <java.lang.Object@6439aacd>
                at java.base/java.lang.VirtualThread.run(VirtualThread.java:460)

            #22 "two" virtual BLOCKED 2026-01-01T00:00:00Z
                at %s
                - waiting to lock <java.lang.Object@6439aacd>
                at java.base/java.lang.VirtualThread.run(VirtualThread.java:460)

            """
                .formatted(
                    frame("monitorFirst", Step::takesLock),
                    frame("lockFirst", step -> step.kind() == Step.Kind.MONITOR_ENTER));

    assertThat(freeze(dump).verdict()).isEqualTo(FreezeVerdict.CIRCLE);
  }

  /** For which of the others each waits is not known. */
  @Test
  void threads_of_which_each_waits_for_one_of_the_others_wait_for_ever() throws Exception {
    JvmFreeze jvm = upgrading("");

    assertThat(jvm.verdict()).isEqualTo(FreezeVerdict.CIRCLE);
    assertThat(jvm.circle()).hasSize(6).allMatch(edge -> edge.surety() == Surety.POSSIBLE);
    assertThat(jvm.holders()).hasSize(3);
  }

  @Test
  void threads_that_may_wait_for_one_that_goes_on_are_no_circle() throws Exception {
    String reader =
        """
        #24 "reader" virtual
              java.base/java.lang.VirtualThread.yieldContinuation(Unknown Source)
              %s

        """
            .formatted(frame("read", step -> step.name().equals("onSpinWait")));

    assertThat(upgrading(reader).circle()).isEmpty();
  }

  private JvmFreeze upgrading(String others) throws IOException {
    String upgrades =
        """
              java.base/java.lang.VirtualThread.park(Unknown Source)
              java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
              java.base/java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock(Unknown Source)
              %s

        """
            .indent(6)
            .formatted(frame("upgrade", step -> step.name().equals("writeLock")));
    return freeze(
        HEADING.formatted("21.0.8+9-LTS", "main")
            + others
            + "#21 \"one\" virtual\n"
            + upgrades
            + "#22 \"two\" virtual\n"
            + upgrades
            + "#23 \"three\" virtual\n"
            + upgrades);
  }

  /** The one that waits for the monitor may give a permit too, but gets the monitor first. */
  @Test
  void at_the_root_is_who_can_give_before_the_others() throws Exception {
    String lends = frame(Pool.class, "use", step -> step.name().equals("lend"));
    JvmFreeze jvm =
        freeze(
            HEADING.formatted("21.0.8+9-LTS", "main")
                + """
                #21 "user" virtual
                      java.base/java.lang.VirtualThread.parkNanos(Unknown Source)
                      java.base/java.lang.Thread.sleep(Unknown Source)
                      %s

                #22 "lender" virtual
                      java.base/jdk.internal.misc.Unsafe.park(Native Method)
                      java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                      java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                      java.base/java.util.concurrent.Semaphore.acquire(Unknown Source)
                      %s
                      %s

                #23 "next" virtual
                      %s
                      %s

                """
                    .formatted(
                        frame(Pool.class, "use", step -> step.name().equals("sleep")),
                        frame(Pool.class, "lend", step -> step.name().equals("acquire")),
                        lends,
                        frame(Pool.class, "lend", step -> true),
                        lends));

    assertThat(jvm.edges()).hasSize(3);
    assertThat(jvm.roots())
        .extracting(root -> root.thread().label())
        .containsExactly("\"user\" #21");
  }

  @Test
  void says_that_the_holder_is_in_no_frame_of_a_pinned_thread() throws Exception {
    String pinned =
        HEADING.formatted("21.0.8+9-LTS", "main")
            + """
            #21 "one" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(Unknown Source)
                  java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
                  java.base/java.util.concurrent.CountDownLatch.await(Unknown Source)
                  %s
                  java.base/java.lang.VirtualThread.run(Unknown Source)

            """;

    assertThat(report(pinned.formatted(frame("deep", Step::calls))).notes())
        .anyMatch(note -> note.contains("hidden classes"));
    assertThat(report(pinned.formatted(frame("monitorFirst", Step::takesLock))).notes()).isEmpty();
  }

  /** Looking through all frames of all threads for each that waits would take hours. */
  @Test
  @Tag("long")
  @Timeout(600)
  void thousands_may_wait_for_one_lock() throws Exception {
    String deep = "      " + frame("deep", Step::calls) + "\n";
    String waits =
        """
              java.base/java.lang.VirtualThread.park(Unknown Source)
              java.base/java.util.concurrent.locks.LockSupport.park(Unknown Source)
              java.base/java.util.concurrent.locks.ReentrantLock.lock(Unknown Source)
        """
                .indent(6)
            + "      "
            + frame("monitorFirst", Step::takesLock)
            + "\n"
            + deep.repeat(100)
            + "      java.base/java.lang.VirtualThread.run(Unknown Source)\n\n";
    StringBuilder dump = new StringBuilder(HEADING.formatted("21.0.8+9-LTS", "main"));
    for (int id = 100; id < 3_100; id++) {
      dump.append("#").append(id).append(" \"\" virtual\n").append(waits);
    }

    assertThat(freeze(dump.toString()).unmounted()).hasSize(3_000);
  }

  private static String frame(String method, Predicate<Step> at) throws IOException {
    return frame(Deadlock.class, method, at);
  }

  private static String frame(Class<?> type, String method, Predicate<Step> at) throws IOException {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      int line =
          MethodCode.of(in.readAllBytes()).get(method).getFirst().steps().stream()
              .filter(at)
              .findFirst()
              .orElseThrow()
              .line();
      return "%s.%s(LocksInDumpTest.java:%d)".formatted(type.getName(), method, line);
    }
  }

  private JvmFreeze freeze(String dump) throws IOException {
    return report(dump).jvms().getFirst();
  }

  private FreezeReport report(String dump) throws IOException {
    Path file = Files.writeString(directory.resolve("dump.txt"), dump);
    return new FreezeReporter(
            List.of(ClassPathArgument.of(Deadlock.class).toString()),
            ReadOptions.DEFAULT,
            Optional.empty())
        .report(List.of(DumpReader.read(file)));
  }
}
