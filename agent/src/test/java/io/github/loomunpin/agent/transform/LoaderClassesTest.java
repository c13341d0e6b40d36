// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LoaderClassesTest {

  private final AtomicInteger lookUps = new AtomicInteger();

  private ClassLoader loader(Supplier<InputStream> answer) {
    return new ClassLoader(null) {
      @Override
      public InputStream getResourceAsStream(String name) {
        lookUps.incrementAndGet();
        return answer.get();
      }

      @Override
      public int hashCode() {
        throw new AssertionError("a loader's hashCode is the application's code");
      }

      @Override
      public boolean equals(Object other) {
        throw new AssertionError("a loader's equals is the application's code");
      }
    };
  }

  @Test
  void the_loader_is_asked_by_another_thread() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    LoaderClasses classes =
        new LoaderClasses(
            loader(
                () -> {
                  thread.set(Thread.currentThread());
                  return new ByteArrayInputStream(new byte[] {1});
                }));

    assertThat(classes.bytes("app/A")).hasValueSatisfying(b -> assertThat(b).containsExactly(1));
    assertThat(thread.get()).isNotNull().isNotSameAs(Thread.currentThread());
  }

  @Test
  void a_loader_may_throw_anything() {
    LoaderClasses classes =
        new LoaderClasses(
            loader(
                () -> {
                  throw new StackOverflowError("made");
                }));

    assertThat(classes.bytes("app/A")).isEmpty();
    assertThat(classes.bytes("app/B")).isEmpty();
    assertThat(lookUps).hasValue(2);
  }

  @Test
  void a_loader_that_needs_a_lock_of_the_waiting_thread_is_asked_once() {
    Object lock = new Object();
    LoaderClasses classes =
        new LoaderClasses(
            loader(
                () -> {
                  synchronized (lock) {
                    return null;
                  }
                }));

    synchronized (lock) {
      assertThat(classes.bytes("app/A")).isEmpty();
      assertThat(classes.bytes("app/B")).isEmpty();
    }
    assertThat(lookUps).hasValue(1);
  }

  @Test
  void a_stream_that_fails_or_has_no_end_is_no_class_file() throws IOException {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("made");
          }
        };
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 0;
          }

          @Override
          public int read(byte[] to, int from, int length) {
            return length;
          }
        };

    assertThat(new LoaderClasses(loader(() -> failing)).bytes("app/A")).isEmpty();
    assertThat(new LoaderClasses(loader(() -> endless)).bytes("app/A")).isEmpty();
  }

  @Test
  void a_loader_that_blocks_for_ever_does_not_block_others() {
    CountDownLatch latch = new CountDownLatch(1);
    LoaderClasses blocking =
        new LoaderClasses(
            loader(
                () -> {
                  try {
                    latch.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  return null;
                }));
    LoaderClasses good = new LoaderClasses(loader(() -> new ByteArrayInputStream(new byte[1])));
    try {
      assertThat(blocking.bytes("app/A")).isEmpty();
      assertThat(good.bytes("app/A")).isPresent();
    } finally {
      latch.countDown();
    }
  }
}
