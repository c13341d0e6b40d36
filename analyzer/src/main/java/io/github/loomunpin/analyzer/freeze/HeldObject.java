// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Surety;
import java.util.Optional;

/**
 * What a thread holds on to in one of its frames, and what pins it if it is a virtual thread.
 *
 * @param depth of the frame, 0 for the innermost
 * @param site of a monitor, if it was found
 * @param identity of the monitor within its dump; empty if the dump does not tell
 * @param type binary name of the monitor's class, or of the class that is initialized; empty if
 *     unknown
 */
public record HeldObject(
    Kind kind,
    int depth,
    Frame frame,
    Optional<HeldSite> site,
    String identity,
    String type,
    Surety surety) {

  /** What it is. */
  public enum Kind {
    MONITOR,
    /** A monitor that the agent has made a lock, which does not pin. */
    CONVERTED,
    /** It runs the static initializer of a class, for which other threads may wait. */
    CLASS_INITIALIZER,
    /** A native method that called back into Java, or that the thread is in. */
    NATIVE_FRAME,
    /** The JVM called this frame to load a class, or waits in it for the thread that does. */
    CLASS_LOADING
  }

  HeldObject as(Surety changed) {
    return new HeldObject(kind, depth, frame, site, identity, type, changed);
  }

  /**
   * Whether the thread is in the native method itself, which keeps its carrier until it returns.
   */
  public boolean isNativeCall() {
    return kind == Kind.NATIVE_FRAME && depth == 0;
  }

  public boolean pins() {
    return kind != Kind.CONVERTED;
  }
}
