// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.Function;
import java.util.function.Supplier;

/** Channels: the JDK hands their lock out, or asks for it. */
final class JdkChannelPrograms {
  private JdkChannelPrograms() {}

  @Torture(shows = "synchronized (channel.blockingLock()) excludes configureBlocking")
  static String blockingLockUser(Env env) throws Throwable {
    HookedChannel channel = new HookedChannel();
    Contest.Way jdk = channel::reconfiguring;
    Contest.Way block =
        action -> {
          synchronized (channel.blockingLock()) {
            action.run();
          }
        };
    Object alias = channel.blockingLock();
    Contest contest = Contest.ofNative(env);
    contest.excludeEachOther(jdk, block);
    contest.excludeEachOther(jdk, on(alias));
    referred(env);
    return contest.excludeEachOther(block, on(alias));
  }

  /** Nobody but the method references and handles has had the locks of these channels. */
  private static void referred(Env env) throws Throwable {
    HookedChannel channel = new HookedChannel();
    Supplier<Object> bound = channel::blockingLock;
    Contest.ofNative(env).excludeEachOther(channel::reconfiguring, on(bound.get()));

    HookedChannel other = new HookedChannel();
    Function<HookedChannel, Object> unbound = HookedChannel::blockingLock;
    Contest.ofNative(env).excludeEachOther(other::reconfiguring, on(unbound.apply(other)));

    HookedChannel last = new HookedChannel();
    Object found =
        MethodHandles.lookup()
            .findVirtual(
                SelectableChannel.class, "blockingLock", MethodType.methodType(Object.class))
            .invoke((SelectableChannel) last);
    Contest.ofNative(env).excludeEachOther(last::reconfiguring, on(found));
  }

  private static Contest.Way on(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  private static final class HookedChannel extends AbstractSelectableChannel {
    final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    HookedChannel() {
      super(SelectorProvider.provider());
    }

    void reconfiguring(Runnable action) throws IOException {
      boolean[] ran = {false};
      hook.set(
          () -> {
            ran[0] = true;
            action.run();
          });
      // The hook is called only if the mode changes, which another worker may forestall.
      while (!ran[0]) {
        configureBlocking(!isBlocking());
      }
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
      hook.get().run();
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    public int validOps() {
      return SelectionKey.OP_READ;
    }
  }
}
