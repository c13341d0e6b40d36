// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.blocking;

/** How a thread blocks. */
public enum BlockingKind {
  /** Runs what others give or implement, and nothing tells whether that blocks. */
  GIVEN("runs code of others", Weight.UNKNOWN),
  /** Waits on a monitor, which is kept from the carrier until JDK 24. */
  WAIT("waits on a monitor", Weight.BLOCKS),
  /** Parks until another thread is done, or for some time. */
  PARK("parks", Weight.BLOCKS),
  SLEEP("sleeps", Weight.BLOCKS),
  /** Connects, accepts, reads from or writes to a socket, or looks up a name. */
  SOCKET("uses a socket", Weight.BLOCKS),
  /** Reads or writes a stream or channel that may be a socket's. */
  STREAM("uses a stream", Weight.BLOCKS),
  DATABASE("asks a database", Weight.BLOCKS),
  PROCESS("starts a process or waits for one", Weight.BLOCKS),
  /** Runs the initializer of a class, which blocks. */
  CLASS_INIT("initializes a class", Weight.BLOCKS),
  /** Acquires a lock of java.util.concurrent, which is mostly free. */
  LOCK("takes a lock", Weight.LOCK),
  /** Blocks the carrier whether or not a monitor is held, and the JDK adds a carrier for it. */
  FILE("uses a file", Weight.APART),
  /** Reads or writes text, mostly of a file, a console or memory. */
  TEXT("reads or writes text", Weight.APART),
  /** Reads what a URL names, mostly a resource of the class path. */
  RESOURCE("reads a resource", Weight.APART),
  /** Looks a name up, mostly in memory. */
  LOOKUP("looks a name up", Weight.APART),
  /** Runs class loaders, once for each class. */
  CLASS_LOAD("loads a class", Weight.APART),
  /** Runs code that is not bytecode and may call back. */
  NATIVE("runs native code", Weight.APART),
  /** Certainly does not block, although what it overrides may. */
  NONE("does not block", Weight.NOTHING);

  /** What holding a monitor meanwhile means. */
  public enum Weight {
    /** The carrier stands still that would have run other threads. */
    BLOCKS,
    /** The carrier stands still, but only while another thread holds the lock. */
    LOCK,
    /** The carrier stands still either way, or for a moment; no reason to change a monitor. */
    APART,
    /** Whatever the code does that is run. */
    UNKNOWN,
    NOTHING
  }

  private final String text;
  private final Weight weight;

  BlockingKind(String text, Weight weight) {
    this.text = text;
    this.weight = weight;
  }

  /** A verb phrase. */
  public String text() {
    return text;
  }

  public Weight weight() {
    return weight;
  }
}
