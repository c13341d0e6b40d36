// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.freeze.Waits.Kind;
import io.github.loomunpin.analyzer.pin.Frame;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WaitKindsTest {

  private static final String CONDITION =
      "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await";

  @Test
  void a_condition_waits_for_a_signal() {
    assertThat(kind("java.util.concurrent.locks.LockSupport.park", CONDITION))
        .isEqualTo(Kind.SIGNAL);
    assertThat(kind(CONDITION, "java.util.concurrent.LinkedBlockingQueue.take"))
        .isEqualTo(Kind.SIGNAL);
  }

  @Test
  void who_was_signaled_waits_for_the_lock() {
    assertThat(
            kind(
                "java.util.concurrent.locks.LockSupport.park",
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
                CONDITION))
        .isEqualTo(Kind.LOCK);
  }

  /** The end of a process comes from outside. */
  @Test
  void a_process_is_waited_for_like_what_is_read() {
    assertThat(kind(CONDITION, "java.lang.ProcessImpl.waitFor")).isEqualTo(Kind.IO);
    assertThat(kind("sun.nio.ch.FileDispatcherImpl.lock0", "java.nio.channels.FileChannel.lock"))
        .isEqualTo(Kind.IO);
  }

  @Test
  void a_converted_monitor_is_a_lock() {
    assertThat(
            kind(
                "java.util.concurrent.locks.LockSupport.park",
                "java.lang.$UnpinBlockingEnter.acquireQueued",
                "java.lang.$UnpinMonitors.enter"))
        .isEqualTo(Kind.LOCK);
  }

  @Test
  void other_frames_of_the_runtime_do_not_make_it_a_lock() {
    assertThat(
            kind(
                "java.util.concurrent.locks.LockSupport.park",
                "java.util.concurrent.SynchronousQueue.take",
                "java.util.concurrent.ThreadPoolExecutor.getTask",
                "java.lang.$UnpinRunner.run"))
        .isEqualTo(Kind.SIGNAL);
  }

  private static Kind kind(String... methods) {
    return WaitKinds.of(Arrays.stream(methods).map(WaitKindsTest::frame).toList());
  }

  private static Frame frame(String method) {
    int end = method.lastIndexOf('.');
    String type = method.substring(0, end).replace('.', '/');
    return new Frame(type, method.substring(end + 1), "()V", 0, -1, true, false);
  }
}
