// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * Puts virtual threads in the place of threads that libraries make. Rewritten code calls this with
 * a thread that is set up, not started, and known to nobody else, so whatever was set is read from
 * it, and if it must stay what it is, it simply stays. Needs only the public methods of Thread.
 */
public final class UnpinThreads {

  private static ThreadGroup main;
  private static UnpinThreadLink link;

  private UnpinThreads() {}

  /** To be called on the main thread, once, before any rewritten code runs. */
  public static void connect(UnpinThreadLink agent) {
    link = agent;
    main = Thread.currentThread().getThreadGroup();
  }

  /**
   * The thread to use.
   *
   * @param maker class and method that made the thread
   * @param label what to call the thread, if it was given no name; empty otherwise
   * @param mayEnd whether the VM may end while the thread runs, although it is not a daemon
   * @return a virtual thread, or the same thread if it cannot be virtual
   */
  public static Thread instead(Thread thread, String maker, String label, boolean mayEnd) {
    String name = thread.getName();
    String reason = whyNot(thread, mayEnd);
    Thread made = reason == null ? virtual(thread) : thread;
    try {
      if (reason == null) {
        link.madeVirtual(name, maker, label);
      } else {
        link.left(name, maker, reason);
      }
    } catch (StackOverflowError | OutOfMemoryError e) {
      // Nothing reports this thread, which is the right one all the same.
    }
    return made;
  }

  private static String whyNot(Thread thread, boolean mayEnd) {
    if (!thread.isDaemon() && !mayEnd) {
      return "keeps the VM alive";
    }
    if (thread.getPriority() != Thread.NORM_PRIORITY) {
      return "has a priority of its own";
    }
    if (thread.getState() != Thread.State.NEW) {
      return "has been started";
    }
    ThreadGroup group = thread.getThreadGroup();
    if (group != main && group != main.getParent() && !isOfVirtualThreads(group)) {
      return "is in a thread group of its own";
    }
    return hasSecurityManager() ? "needs the permissions of its maker" : null;
  }

  /** Threads that virtual threads make are in the group of all virtual threads. */
  private static boolean isOfVirtualThreads(ThreadGroup group) {
    Thread maker = Thread.currentThread();
    return maker.isVirtual() && maker.getThreadGroup() == group;
  }

  /** Virtual threads have no permissions under a security manager. */
  @SuppressWarnings("removal")
  private static boolean hasSecurityManager() {
    return System.getSecurityManager() != null;
  }

  private static Thread virtual(Thread thread) {
    // The thread itself is the task: nothing can read its own, but its run method runs that. Values
    // of inheritable thread-locals come from the current thread, as they did a moment ago.
    Thread made = Thread.ofVirtual().name(thread.getName()).unstarted(thread);
    made.setContextClassLoader(thread.getContextClassLoader());
    // If none was set this is the thread group, which is asked then.
    made.setUncaughtExceptionHandler(thread.getUncaughtExceptionHandler());
    return made;
  }
}
