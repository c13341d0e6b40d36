// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.OutputStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/** Subclasses of JDK classes that lock themselves, and class mirrors that the JDK locks. */
final class JdkSelfLockingPrograms {
  private JdkSelfLockingPrograms() {}

  @Torture(
      shows = "synchronized (thread) { thread.wait(); } returns when the thread ends",
      note =
          "The thread waited for is a platform thread; the JVM notifies no one for virtual ones.")
  static String threadWaitForTermination(Env env) {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger waiting = new AtomicInteger();
    class Worker extends Thread {
      @Override
      public void run() {
        try {
          end.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }

      synchronized void awaitEnd() throws InterruptedException {
        waiting.incrementAndGet();
        while (isAlive()) {
          wait();
        }
      }
    }
    Worker worker = new Worker();
    worker.setDaemon(true);
    worker.start();
    Crew crew = env.crew();
    for (int i = 0; i < 4; i++) {
      crew.start(
          () -> {
            synchronized (worker) {
              waiting.incrementAndGet();
              while (worker.isAlive()) {
                worker.wait();
              }
            }
          });
      crew.start(worker::awaitEnd);
    }
    Check.await(() -> waiting.get() == 8);
    // Entered only once all of them have released the monitor by waiting.
    synchronized (worker) {
      end.countDown();
    }
    crew.join();
    return "all waiters returned";
  }

  @Torture(
      shows = "a synchronized method of a Thread's subclass excludes setName, and another block")
  static String threadSubclassSync(Env env) {
    class Named extends Thread {
      synchronized void running(Runnable action) {
        action.run();
      }
    }
    Named thread = new Named();
    Contest contest = Contest.ofNative(env);
    contest.excludes(
        thread::running,
        action -> {
          thread.setName("renamed");
          action.run();
        });
    return contest.excludeEachOther(
        thread::running,
        action -> {
          synchronized (thread) {
            action.run();
          }
        });
  }

  @Torture(shows = "a synchronized method of a Throwable's subclass excludes the JDK's initCause")
  static String throwableSubclassSync(Env env) {
    @SuppressWarnings("serial")
    class Failure extends Exception {
      synchronized void running(Runnable action) {
        action.run();
      }
    }
    Failure failure = new Failure();
    failure.initCause(new Exception());
    // A second cause is refused, under the lock, with a message that asks for its text.
    @SuppressWarnings("serial")
    class Hooked extends Exception {
      private final transient Runnable action;

      Hooked(Runnable action) {
        this.action = action;
      }

      @Override
      public String toString() {
        action.run();
        return "hooked";
      }
    }
    return Contest.ofNative(env)
        .excludeEachOther(
            failure::running,
            action -> {
              Throwable refused = Check.thrownBy(() -> failure.initCause(new Hooked(action)));
              Check.same(IllegalStateException.class, refused.getClass(), "refusal");
            });
  }

  @Torture(
      shows =
          "synchronized methods of a TimerTask exclude its run and other blocks; the timer runs")
  static String timerTaskSync(Env env) {
    CountDownLatch ticks = new CountDownLatch(3);
    class Task extends TimerTask {
      @Override
      public synchronized void run() {
        ticks.countDown();
      }

      synchronized void running(Runnable action) {
        action.run();
      }
    }
    Task task = new Task();
    Timer timer = new Timer(true);
    timer.schedule(task, 0, 1);
    String contests =
        Contest.of(env)
            .excludeEachOther(
                task::running,
                action -> {
                  synchronized (task) {
                    action.run();
                  }
                });
    Check.await(() -> ticks.getCount() == 0);
    Contest.Way timersLock =
        action -> {
          synchronized (timer) {
            action.run();
          }
        };
    Contest.of(env).excludes(timersLock, timersLock);
    timer.cancel();
    return contests + ", timer ticks";
  }

  @Torture(shows = "a synchronized method of a logging handler excludes the JDK's flush")
  static String loggingHandlerSubclass(Env env) {
    ThreadLocal<Runnable> hook = new ThreadLocal<>();
    class Sink extends OutputStream {
      @Override
      public void write(int b) {}

      @Override
      public void flush() {
        hook.get().run();
      }
    }
    class Recorder extends StreamHandler {
      Recorder() {
        super(new Sink(), new SimpleFormatter());
      }

      synchronized void running(Runnable action) {
        action.run();
      }
    }
    Recorder recorder = new Recorder();
    recorder.publish(new LogRecord(Level.INFO, "text"));
    return Contest.ofNative(env)
        .excludeEachOther(
            recorder::running,
            action -> {
              hook.set(action);
              recorder.flush();
            });
  }

  @Torture(shows = "a block on a JDK class literal excludes the JDK's static synchronized methods")
  static String jdkClassLiteralBlock(Env env) {
    Contest contest = Contest.ofNative(env);
    Contest.Way literal =
        action -> {
          synchronized (Locale.class) {
            action.run();
          }
        };
    Contest.Way variable = action -> lockedMirror(Locale.class, action);
    Contest.Way jdk =
        action -> {
          Locale.setDefault(Locale.getDefault());
          action.run();
        };
    contest.excludes(literal, jdk);
    contest.excludes(variable, jdk);
    return contest.excludeEachOther(literal, variable);
  }

  private static void lockedMirror(Class<?> mirror, Runnable action) {
    synchronized (mirror) {
      action.run();
    }
  }
}
