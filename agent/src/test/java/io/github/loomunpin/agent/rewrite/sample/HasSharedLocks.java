// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.awt.event.InvocationEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.prefs.AbstractPreferences;

/** Hands locks to the JDK and takes locks from it. */
public class HasSharedLocks {

  /** Locks what it is given. */
  public static final class Source extends Reader {

    public Source(Object lock) {
      super(lock);
    }

    @Override
    public int read(char[] buffer, int from, int length) {
      return -1;
    }

    @Override
    public void close() {}
  }

  /** Locks what it is given. */
  public static final class Sink extends Writer {

    public Sink(Object lock) {
      super(lock);
    }

    @Override
    public void write(char[] buffer, int from, int length) {}

    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {}
  }

  /** Parallel capable, so it has a plain Object for each class name. */
  public static final class Loader extends ClassLoader {

    static {
      registerAsParallelCapable();
    }

    public Object method(String name) {
      return getClassLoadingLock(name);
    }
  }

  /** Shares its lock with its superclass. */
  public abstract static class Preferences extends AbstractPreferences {

    protected Preferences() {
      super(null, "");
    }

    public Object method() {
      return lock;
    }
  }

  public Object method(SelectableChannel channel) {
    return channel.blockingLock();
  }

  /** Sets the lock of its superclass, which is not its direct one. */
  public static final class Printer extends PrintWriter {

    public Printer(Writer below) {
      super(below);
      lock = new Object();
    }
  }

  /** Hides the lock of its superclass by one of its own. */
  public static final class Hiding extends StringWriter {

    public Object lock;

    public Hiding(Object lock) {
      this.lock = lock;
    }
  }

  /** Has a lock as well, which is nobody else's. */
  public static class Other {

    public Object lock = new Object();
  }

  /** Gets its lock from the superclass of its superclass. */
  public abstract static class Grandchild extends Preferences {

    protected Grandchild() {
      super();
    }

    public Object inherited() {
      return lock;
    }

    public Object others(Other other) {
      return other.lock;
    }
  }

  /** Tells the JDK what to lock. */
  public static class Telling extends ClassLoader {

    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    @Override
    protected Object getClassLoadingLock(String name) {
      return name.isEmpty() ? this : locks.computeIfAbsent(name, key -> new Object());
    }

    /** A method of another type. */
    public Object getClassLoadingLock() {
      return locks;
    }
  }

  public Supplier<Object> reference(Pipe.SourceChannel channel) {
    return channel::blockingLock;
  }

  public Function<SelectableChannel, Object> unbound() {
    return SelectableChannel::blockingLock;
  }

  /** Defines hidden classes. */
  public interface Definer {
    MethodHandles.Lookup define(byte[] bytes, boolean initialize, ClassOption... options)
        throws IllegalAccessException;
  }

  public Definer definer(MethodHandles.Lookup lookup) {
    return lookup::defineHiddenClass;
  }

  /** Sets the notifier of its superclass. */
  public static class Late extends InvocationEvent {

    private static final long serialVersionUID = 1;

    public Late(Object source, Runnable action) {
      super(source, action);
    }

    public void method(Object later) {
      notifier = later;
    }
  }

  /** Hands its lock to an event by reference. */
  public static class Events {

    /** Makes events. */
    public interface Maker {
      InvocationEvent make(Object source, Runnable action, Object notifier, boolean all);
    }

    public Maker method() {
      return InvocationEvent::new;
    }
  }
}
