// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import io.github.loomunpin.agent.rewrite.program.Locks;
import io.github.loomunpin.agent.rewrite.program.Probe;
import io.github.loomunpin.agent.rewrite.program.Program;

/** Undecided blocks in each other and in each kind of statement. */
public class RunsUndecidedBlocks implements Program {

  @Override
  public Object run(Locks l) throws Throwable {
    int sum = nested(l, 1) + loop(l) + handlersInside(l) + handlersOutside(l);
    for (int i = 0; i < 4; i++) {
      sum += inSwitch(l, i) + (int) returns(l, i, i) + nested(l, i);
    }
    return sum + mixed(l) + unfinished(l, sum) + reassigned(l) + method(l.plain);
  }

  private int nested(Locks l, int x) {
    synchronized (l.plain) {
      Probe.at(1);
      synchronized (l.other) {
        Probe.at(2);
        synchronized (l.third) {
          Probe.at(3);
          x++;
        }
        Probe.at(4);
      }
      Probe.at(5);
    }
    return Probe.at(6, x);
  }

  private int loop(Locks l) {
    int sum = 0;
    outer:
    for (int i = 0; i < 3; i++) {
      synchronized (l.plain) {
        for (int j = 0; j < 3; j++) {
          synchronized (l.other) {
            Probe.at(10);
            if (j == 1) {
              continue;
            }
            if (i + j == 2) {
              continue outer;
            }
            if (i == 2) {
              break outer;
            }
          }
          sum += Probe.at(11, j);
        }
      }
      Probe.at(12);
    }
    return sum;
  }

  private int handlersInside(Locks l) {
    synchronized (l.plain) {
      try {
        Probe.at(20);
        synchronized (l.other) {
          Probe.at(21);
        }
      } catch (RuntimeException e) {
        Probe.caught(22, e);
      } finally {
        Probe.at(23);
      }
      return Probe.at(24, 1);
    }
  }

  private int handlersOutside(Locks l) throws Exception {
    int x = 0;
    try {
      synchronized (l.plain) {
        Probe.at(30);
        x = 1;
      }
      x = 2;
    } catch (RuntimeException | Error e) {
      synchronized (l.other) {
        Probe.caught(31, e);
      }
    } finally {
      synchronized (l.third) {
        x += Probe.at(32, x);
      }
    }
    return x;
  }

  @SuppressWarnings("fallthrough")
  private int inSwitch(Locks l, int which) {
    synchronized (l.plain) {
      switch (which) {
        case 0:
          synchronized (l.other) {
            Probe.at(40);
          }
          break;
        case 1:
          Probe.at(41);
        // falls through
        case 2:
          synchronized (l.third) {
            return Probe.at(42, 4);
          }
        default:
          Probe.at(43);
      }
    }
    return which;
  }

  private double returns(Locks l, int x, long wide) {
    synchronized (l.plain) {
      if (x == 0) {
        return Probe.at(50, 1);
      }
      synchronized (l.other) {
        if (x == 1) {
          return wide;
        }
      }
      Probe.at(51);
    }
    return 3.5;
  }

  /** Undecided, virtual and native monitors in each other. */
  private int mixed(Locks l) {
    synchronized (l.table) {
      synchronized (l.plain) {
        synchronized (this) {
          synchronized (l.list) {
            Probe.at(60);
            l.plain.notifyAll();
            Probe.note(61, Thread.holdsLock(l.map));
          }
          synchronized (l.map) {
            Probe.at(62);
            l.map.notify();
          }
        }
      }
    }
    return 1;
  }

  private int unfinished(Locks l, int x) {
    return new StringBuilder(
            switch (x & 1) {
              case 0 -> {
                synchronized (l.plain) {
                  yield Probe.at(70, 1);
                }
              }
              default -> {
                synchronized (l.other) {
                  yield Probe.at(71, 2);
                }
              }
            })
        .capacity();
  }

  private int reassigned(Locks l) {
    Object lock = l.plain;
    synchronized (lock) {
      lock = l.other;
      Probe.at(80);
      synchronized (lock) {
        lock = null;
        Probe.at(81);
      }
    }
    return lock == null ? 1 : 2;
  }

  private static synchronized int method(Object lock) {
    Probe.at(90);
    synchronized (lock) {
      return Probe.at(91, 5);
    }
  }
}
