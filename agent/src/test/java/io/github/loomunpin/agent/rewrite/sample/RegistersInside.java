// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import io.github.loomunpin.agent.rewrite.program.Locks;
import io.github.loomunpin.agent.rewrite.program.Probe;
import io.github.loomunpin.agent.rewrite.program.Program;
import java.io.Reader;

/** Gives an object to the JDK as a lock while it is held, below more blocks than are copied. */
public class RegistersInside implements Program {

  /** A reader that uses a lock of its maker. */
  public static final class Source extends Reader {

    Source(Object lock) {
      super(lock);
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
      return -1;
    }

    @Override
    public void close() {}
  }

  @Override
  public Object run(Locks l) throws Throwable {
    nested(l.list, l.collection, l.other, l.third, new Object(), l.plain);
    Probe.note(7, Thread.holdsLock(l.plain));
    synchronized (l.plain) {
      Probe.note(8, Thread.holdsLock(l.plain));
    }
    return null;
  }

  private static void nested(Object a, Object b, Object c, Object d, Object e, Object f) {
    synchronized (a) {
      synchronized (b) {
        synchronized (c) {
          synchronized (d) {
            synchronized (e) {
              synchronized (f) {
                Probe.at(1);
                new Source(f);
                Probe.note(2, Thread.holdsLock(f));
                again(a, b, c, d, e, f);
                f.notifyAll();
                Probe.at(5);
              }
              Probe.note(6, Thread.holdsLock(f));
            }
          }
        }
      }
    }
  }

  private static void again(Object a, Object b, Object c, Object d, Object e, Object f) {
    synchronized (a) {
      synchronized (b) {
        synchronized (c) {
          synchronized (d) {
            synchronized (e) {
              synchronized (f) {
                Probe.at(3);
              }
              Probe.note(4, Thread.holdsLock(f));
            }
          }
        }
      }
    }
  }
}
