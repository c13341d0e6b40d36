// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;

/** What happens in one thread of a program, step by step, with the locks that are held after it. */
public final class Trace extends Dice {

  /** Calls of methods, all together; without a limit, those in loops would multiply. */
  private static final int CALLS = 40;

  private static final int WAITS = 10;

  /** Lines after which no method is called once more. */
  private static final int LONG = 2_000;

  private final Object[] locks;
  private final boolean waits;
  private final List<String> lines = new ArrayList<>();
  private int calls;
  private int waited;

  /**
   * @param waits whether programs wait, for which a millisecond is long where they run often
   */
  Trace(long seed, Object[] locks, boolean waits) {
    super(seed);
    this.locks = locks;
    this.waits = waits;
  }

  List<String> lines() {
    return lines;
  }

  public boolean isShort() {
    return lines.size() < LONG;
  }

  public boolean mayWait() {
    return waits && waited++ < WAITS;
  }

  /** Lets as many methods be called again. */
  public void refill() {
    calls = 0;
  }

  /** Whether one more method may be called. */
  public boolean mayCall() {
    return calls++ < CALLS;
  }

  /** One of the watched objects. */
  public Object lock(int number) {
    return locks[number];
  }

  public void step(int place) {
    note(place, "");
  }

  /** Returns what it was given, so that it can stand in any expression. */
  public int value(int place, int value) {
    note(place, " = " + value);
    return value;
  }

  public boolean held(int place, boolean answer) {
    note(place, answer ? " held" : " free");
    return answer;
  }

  /**
   * Notes the exception and where it came from. The message of a {@link NullPointerException} is
   * left out, since it may name a variable without the agent only.
   */
  public void caught(int place, Throwable thrown) {
    StringBuilder text = new StringBuilder(" ").append(thrown.getClass().getName());
    if (!(thrown instanceof NullPointerException)) {
      text.append(": ").append(named(thrown.getMessage()));
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      text.append(", suppressed ").append(suppressed.getClass().getName());
    }
    String own = Trace.class.getPackageName() + ".";
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("generated.")) {
        text.append(" at ").append(frame.getMethodName()).append(':').append(frame.getLineNumber());
      } else if (frame.getClassName().startsWith(own)) {
        break;
      }
    }
    note(place, text.toString());
  }

  /** The names of the classes of lambdas contain addresses. */
  private static String named(String message) {
    return String.valueOf(message).replaceAll("\\$\\$Lambda[^ ]*", "\\$\\$Lambda");
  }

  private void note(int place, String what) {
    StringBuilder line = new StringBuilder().append(place).append(' ');
    for (Object lock : locks) {
      line.append(Thread.holdsLock(lock) ? 'x' : '.');
    }
    lines.add(line.append(what).toString());
  }
}
