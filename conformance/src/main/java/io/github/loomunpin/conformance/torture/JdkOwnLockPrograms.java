// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.beans.beancontext.BeanContext;
import java.beans.beancontext.BeanContextMembershipEvent;
import java.beans.beancontext.BeanContextMembershipListener;
import java.beans.beancontext.BeanContextSupport;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.HashSet;
import java.util.Set;

/** Locks that classes of the JDK make and show to subclasses. */
final class JdkOwnLockPrograms {
  private JdkOwnLockPrograms() {}

  private static Contest.Way block(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  /** Runs an action once, when code of the JDK calls back. */
  private static final class Hook {
    private final ThreadLocal<Runnable> action = new ThreadLocal<>();

    void during(Runnable inside, ThrowingRunnable jdk) throws Throwable {
      action.set(inside);
      jdk.run();
      Check.that(action.get() == null, "the JDK has called back");
    }

    void run() {
      Runnable inside = action.get();
      action.remove();
      if (inside != null) {
        inside.run();
      }
    }
  }

  @Torture(
      shows =
          "a BeanContextSupport adds and removes children only while nobody else locks the child, the"
              + " children, the listeners or the hierarchy")
  static String beanContextLocks(Env env) {
    Contest contest = Contest.ofNative(env);
    for (boolean removing : new boolean[] {false, true}) {
      Context context = new Context();
      Object child = new Object();
      Contest.Way jdk =
          action -> {
            // One that another worker has added or removed calls nobody back.
            synchronized (BeanContext.globalHierarchyLock) {
              context.remove(child);
              if (removing) {
                context.add(child);
              }
            }
            context.hook.during(
                action, () -> Check.that(context.change(child, removing), "a change"));
          };
      contest.excludeEachOther(jdk, block(child));
      contest.excludeEachOther(jdk, block(BeanContext.globalHierarchyLock));
      contest.excludes(block(context.childrenSeen()), jdk);
      contest.excludes(block(context.listenersSeen()), jdk);
    }
    return "exclude each other";
  }

  private static final class Context extends BeanContextSupport {
    private static final long serialVersionUID = 1L;
    final transient Hook hook = new Hook();

    Context() {
      addBeanContextMembershipListener(
          new BeanContextMembershipListener() {
            @Override
            public void childrenAdded(BeanContextMembershipEvent event) {}

            @Override
            public void childrenRemoved(BeanContextMembershipEvent event) {}
          });
    }

    Object childrenSeen() {
      return children;
    }

    Object listenersSeen() {
      return bcmListeners;
    }

    boolean change(Object child, boolean removing) {
      return removing ? remove(child) : add(child);
    }

    @Override
    protected void childJustAddedHook(Object child, BCSChild record) {
      Check.that(Thread.holdsLock(child), "the JDK holds the lock of a child that it adds");
      hook.run();
    }

    @Override
    protected void childJustRemovedHook(Object child, BCSChild record) {
      Check.that(Thread.holdsLock(child), "the JDK holds the lock of a child that it removes");
      hook.run();
    }
  }

  @Torture(
      shows =
          "the sets of cancelled and selected keys of an application's selector exclude the JDK's use"
              + " of them")
  static String selectorKeySets(Env env) {
    OwnSelector selector = new OwnSelector();
    Contest.Way cancelling =
        action -> {
          OwnKey key = new OwnKey(selector);
          key.hook.during(action, key::cancel);
        };
    Contest.Way selecting =
        action -> selector.hook.during(action, () -> selector.select(key -> {}, 1));
    Contest contest = Contest.ofNative(env);
    return contest.excludeEachOther(cancelling, block(selector.cancelledSeen()))
        + ", "
        + contest.excludeEachOther(selecting, block(selector.selectedKeys()));
  }

  private static final class OwnSelector extends AbstractSelector {
    final Hook hook = new Hook();
    private final Set<SelectionKey> selected = new HashSet<>();

    OwnSelector() {
      super(SelectorProvider.provider());
    }

    Object cancelledSeen() {
      return cancelledKeys();
    }

    @Override
    protected void implCloseSelector() {}

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int ops, Object attachment) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
      return Set.of();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
      return selected;
    }

    @Override
    public int selectNow() {
      return select(0);
    }

    @Override
    public int select(long timeout) {
      hook.run();
      return 0;
    }

    @Override
    public int select() {
      return select(0);
    }

    @Override
    public Selector wakeup() {
      return this;
    }
  }

  /** Its hash code is asked for when the JDK puts it into the set of cancelled keys. */
  private static final class OwnKey extends AbstractSelectionKey {
    final Hook hook = new Hook();
    private final Selector selector;

    OwnKey(Selector selector) {
      this.selector = selector;
    }

    @Override
    public int hashCode() {
      hook.run();
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public SelectableChannel channel() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Selector selector() {
      return selector;
    }

    @Override
    public int interestOps() {
      return 0;
    }

    @Override
    public SelectionKey interestOps(int ops) {
      return this;
    }

    @Override
    public int readyOps() {
      return 0;
    }
  }
}
