// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.dump.LockNote.Kind;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One thread while its lines are read: what the text forms have in common. */
final class ThreadText {

  private static final Map<String, Kind> PHRASES =
      Map.of(
          "locked", Kind.LOCKED,
          "eliminated", Kind.LOCKED,
          "waiting to lock", Kind.WAITING_TO_LOCK,
          "waiting to re-lock in wait()", Kind.WAITING_TO_LOCK,
          "waiting on", Kind.WAITING_ON,
          "parking to wait for", Kind.PARKING_FOR);

  /** {@code - locked <0x1234> (a a.B)}, or since JDK 25 {@code - locked <a.B@1234>}. */
  private static final Pattern NOTE =
      Pattern.compile("- ([a-z() -]+?) +<([^>]*)>(?: \\(an? (.+)\\))?.*");

  private static final Pattern OWNED = Pattern.compile("- <([^>]*)>(?: \\(an? (.+)\\))?.*");

  private static final String INITIALIZATION = "- waiting on the Class initialization monitor for ";

  /** Behind a frame of a pinned thread. */
  private static final Pattern MONITORS = Pattern.compile(".*<== monitors:([1-9]\\d*).*");

  final long id;
  final String name;
  final boolean virtual;
  String state = "";
  long carries;
  long carrier;
  String carrierName = "";
  long cpuNanos = -1;
  private boolean isClosed;
  private final List<Frame> frames = new ArrayList<>();
  private final List<LockNote> locks = new ArrayList<>();

  ThreadText(long id, String name, boolean virtual) {
    this.id = id;
    this.name = name;
    this.virtual = virtual;
  }

  /** Takes a line of the thread; one that is neither a frame nor about a lock says nothing. */
  void line(String line, FrameText reader) {
    String text = line.strip();
    isClosed |= text.isEmpty();
    if (text.startsWith("- ")) {
      note(text);
      return;
    }
    Optional<Frame> frame = reader.parse(text.startsWith("at ") ? text.substring(3) : text);
    frame.ifPresent(frames::add);
    if (frame.isPresent() && MONITORS.matcher(text).matches()) {
      locks.add(new LockNote(frames.size() - 1, Kind.LOCKED, "", ""));
    }
  }

  /**
   * Whether more of it is to come: no empty line has followed, and its last frame is none with
   * which threads begin. (Editors and shells remove empty lines from the end of a text.)
   */
  boolean isOpen() {
    boolean begun =
        !frames.isEmpty() && frames.getLast().jdk() && frames.getLast().method().equals("run");
    return !isClosed && !begun;
  }

  private void note(String text) {
    int depth = frames.size() - 1;
    if (text.startsWith(INITIALIZATION)) {
      String type = text.substring(INITIALIZATION.length()).strip();
      locks.add(new LockNote(depth, Kind.CLASS_INITIALIZATION, "", type));
      return;
    }
    Matcher note = NOTE.matcher(text);
    if (note.matches()) {
      Kind kind = PHRASES.get(note.group(1));
      if (kind != null) {
        locks.add(object(depth, kind, note.group(2), note.group(3)));
      }
      return;
    }
    Matcher owned = OWNED.matcher(text);
    if (owned.matches()) {
      locks.add(object(-1, Kind.OWNS, owned.group(1), owned.group(2)));
    }
  }

  /**
   * @param text an address, or class and number as in {@code java.lang.Object@68bd0049}
   * @param type may be null
   */
  static LockNote object(int depth, Kind kind, String text, String type) {
    // Optimized code may have lost the object: "no object reference available".
    String identity = text.contains(" ") ? "" : text;
    int at = identity.indexOf('@');
    String known = type != null ? type : at < 0 ? "" : identity.substring(0, at);
    return new LockNote(depth, kind, identity, known);
  }

  void add(LockNote lock) {
    locks.add(lock);
  }

  DumpedThread thread() {
    Stack stack = frames.isEmpty() ? Stack.NONE : new Stack(List.copyOf(frames), false);
    return new DumpedThread(
        id,
        name,
        virtual,
        state,
        stack,
        List.copyOf(locks),
        carries,
        carrier,
        carrierName,
        cpuNanos);
  }
}
