// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.SelectableChannel;
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
}
