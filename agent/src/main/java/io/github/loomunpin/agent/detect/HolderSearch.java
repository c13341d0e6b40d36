// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.agent.detect.Blame.Why;
import io.github.loomunpin.agent.detect.SeenPin.Kind;
import io.github.loomunpin.rules.holder.ClassImage;
import io.github.loomunpin.rules.holder.ClassWait;
import io.github.loomunpin.rules.holder.Fit;
import io.github.loomunpin.rules.holder.Match;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what pins the threads of a stack, from the class files that their loaders have. Asks class
 * loaders, which are the application's code: for a thread that may be held up. For one thread.
 */
final class HolderSearch {

  /** Class files with their instructions take memory. */
  private static final int MOST_KEPT = 500;

  /** A class of a stack, as far as it is known. */
  private record Located(ClassImage code, String library) {}

  private final ClassFinder classes;
  private final Decisions decisions;
  private final boolean monitorsPin;
  private final boolean converts;
  private final Map<String, Optional<Located>> known = new HashMap<>();

  HolderSearch(AgentOptions options, Instrumentation instrumentation) {
    int jdk = Runtime.version().feature();
    this.classes = new ClassFinder(instrumentation);
    this.decisions = new Decisions(options, classes);
    this.monitorsPin = Pinning.monitorsPinOn(jdk);
    this.converts = options.convertsOn(jdk);
  }

  /** For how long a class loader has not answered; zero if none is asked. For any thread. */
  long waitedNanos() {
    return classes.waitedNanos();
  }

  Blame blame(SeenPin pin) {
    if (pin.frames().isEmpty()) {
      return new Blame(List.of(), Why.NO_STACK, "the JVM has shown no stack");
    }
    Optional<SeenFrame> initialiser = pin.initialiser();
    ClassWait ofClass = pin.ofClass() == ClassWait.UNKNOWN ? classWait(pin) : pin.ofClass();
    if (ofClass == ClassWait.YES || initialiser.isPresent()) {
      String what =
          initialiser.isPresent()
              ? "in the static initialiser of " + initialiser.get().type()
              : "waits for another thread to initialise a class";
      return new Blame(List.of(), Why.CLASS_INITIALIZER, what);
    }
    if (ofClass == ClassWait.UNKNOWN) {
      return Blame.unknown(ClassWait.UNKNOWN_WORDS);
    }
    List<Holder> holders = monitorsPin ? holders(pin) : List.of();
    return holders.isEmpty() ? otherwise(pin) : new Blame(holders, Why.MONITOR, "");
  }

  /** Whether it waits for a class, or at the monitor of an int array, as the code tells. */
  private ClassWait classWait(SeenPin pin) {
    classes.prepare(pin.frames());
    Optional<Located> located = locate(pin.frames().get(0));
    if (located.isPresent()) {
      return located.get().code().classWait(pin.frames());
    }
    return pin.frames().get(0).jdk() ? ClassWait.YES : ClassWait.UNKNOWN;
  }

  private List<Holder> holders(SeenPin pin) {
    classes.prepare(pin.frames());
    List<SeenFrame> frames = withDescriptors(pin.frames());
    List<Holder> holders = new ArrayList<>();
    boolean waits = pin.kind() == Kind.WAITING;
    Optional<MonitorSite> blocking =
        pin.kind() == Kind.PARKED ? Optional.empty() : addBlocking(frames, waits, holders);
    if (!waits || blocking.isPresent()) {
      addHeld(frames, waits ? blocking : Optional.empty(), holders);
    }
    return holders;
  }

  /**
   * Whether a monitor that a waiting thread entered cannot be the one that its wait releases, or
   * may not be and leaves the outcome open. An object has one mode for life, so a monitor of
   * another mode than that of the wait is another object's.
   */
  private static boolean isKept(MonitorSite entered, MonitorSite waited) {
    Mode mode = entered.decision().mode();
    Mode released = waited.decision().mode();
    return released != Mode.NATIVE
        && (mode == Mode.NATIVE || mode == Mode.RUNTIME && released == Mode.VIRTUAL);
  }

  private void addHeld(List<SeenFrame> frames, Optional<MonitorSite> waited, List<Holder> holders) {
    for (int depth = 0; depth < frames.size(); depth++) {
      Optional<Located> located = locate(frames.get(depth));
      if (located.isPresent()) {
        Fit fit = located.get().code().fit(frames, depth);
        for (ClassImage.Held held : located.get().code().heldIn(frames, depth, fit)) {
          if (waited.isEmpty() || isKept(held.site(), waited.get())) {
            Match match = held.sure() ? match(fit) : Match.POSSIBLE;
            add(held.site(), located.get(), match, depth, holders);
          }
        }
      }
    }
  }

  /** Stacks that no recorder has seen tell of methods no more than name and line. */
  private List<SeenFrame> withDescriptors(List<SeenFrame> frames) {
    List<SeenFrame> whole = new ArrayList<>();
    for (SeenFrame frame : frames) {
      boolean isWhole = !frame.descriptor().isEmpty();
      Optional<Located> located = isWhole ? Optional.empty() : locate(frame);
      Optional<String> descriptor =
          located.isEmpty()
              ? Optional.empty()
              : located.get().code().lines().descriptorOf(frame.method(), frame.line());
      whole.add(descriptor.isEmpty() ? frame : frame.with(descriptor.get()));
    }
    return whole;
  }

  /** Adds the site that the first frame outside the JDK's helpers blocks at, and returns it. */
  private Optional<MonitorSite> addBlocking(
      List<SeenFrame> frames, boolean waits, List<Holder> holders) {
    for (int depth = 0; depth < frames.size(); depth++) {
      SeenFrame frame = frames.get(depth);
      Optional<Located> located =
          frame.className().equals("java/lang/Object") ? Optional.empty() : locate(frame);
      if (located.isPresent()) {
        Fit fit = located.get().code().fit(frames, depth);
        Optional<MonitorSite> site = located.get().code().blockingIn(frame, fit, waits);
        if (site.isPresent()) {
          add(site.get(), located.get(), match(fit), depth, holders);
          return site;
        }
      }
      if (!frame.jdk() || !waits) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Match match(Fit fit) {
    return fit == Fit.EXACT ? Match.BCI : Match.LINE;
  }

  private void add(
      MonitorSite site, Located located, Match match, int depth, List<Holder> holders) {
    boolean isConverted = converts && site.decision().mode() == Mode.VIRTUAL;
    boolean isListed = false;
    for (Holder holder : holders) {
      isListed |= holder.depth() == depth && holder.site().equals(site);
    }
    if (!isConverted && !isListed) {
      String file = located.code().sites().sourceFile();
      holders.add(new Holder(site, file, located.library(), match, depth));
    }
  }

  private Optional<Located> locate(SeenFrame frame) {
    String key = frame.className() + "@" + (frame.jdk() ? "jdk" : frame.loader());
    Optional<Located> found = known.get(key);
    if (found == null) {
      if (known.size() >= MOST_KEPT) {
        known.clear();
      }
      found = read(frame);
      known.put(key, found);
    }
    return found;
  }

  private Optional<Located> read(SeenFrame frame) {
    try {
      if (frame.jdk()) {
        Optional<byte[]> file = decisions.jdkClassFile(frame.className());
        return file.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Located(
                    ClassImage.of(decisions.ofJdk(file.get(), frame.className()), file.get()),
                    "the JDK"));
      }
      Optional<Class<?>> type = classes.find(frame);
      if (type.isEmpty() || type.get().isHidden()) {
        return Optional.empty();
      }
      ClassLoader loader = type.get().getClassLoader();
      Optional<byte[]> file = classes.classFile(loader, frame.className());
      return file.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Located(
                  ClassImage.of(decisions.of(file.get(), loader), file.get()),
                  ClassFinder.libraryOf(type.get())));
    } catch (UnreadableClassException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  private Blame otherwise(SeenPin pin) {
    Optional<SeenFrame> called = pin.nativeFrame();
    String told = pin.reason().isEmpty() ? "" : "the JVM says: " + pin.reason();
    if (called.isPresent()) {
      String under =
          "under the native method " + called.get() + (told.isEmpty() ? "" : " (" + told + ")");
      return new Blame(List.of(), Why.NATIVE_FRAME, under);
    }
    if (!told.isEmpty()) {
      return new Blame(List.of(), Why.NOT_A_MONITOR, told);
    }
    if (pin.truncated()) {
      return new Blame(List.of(), Why.TRUNCATED_STACK, "its stack is deeper than recorded");
    }
    return converts
        ? new Blame(
            List.of(), Why.ALL_CONVERTED, "no monitor that the agent left native is on the stack")
        : Blame.unknown("no frame is known to hold a monitor");
  }
}
