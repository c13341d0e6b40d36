// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Pinning;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.sight.BlockedThread;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.ClassImages;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.GeneratedNames;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Sight;
import io.github.loomunpin.rules.sight.StackFrame;
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
final class HolderSearch implements ClassImages {

  /** Class files with their instructions take memory. */
  private static final int MOST_KEPT = 500;

  /** A class of a stack, as far as it is known. */
  private record Located(ClassImage image, String library) {}

  private final ClassFinder classes;
  private final Decisions decisions;
  private final boolean monitorsPin;
  private final Map<String, Optional<Located>> known = new HashMap<>();
  private final Sight sight;

  HolderSearch(AgentOptions options, ConvertedClasses converted, Instrumentation instrumentation) {
    this(options, converted, instrumentation, Runtime.version().feature());
  }

  HolderSearch(
      AgentOptions options, ConvertedClasses converted, Instrumentation instrumentation, int jdk) {
    this.classes = new ClassFinder(instrumentation);
    this.decisions = new Decisions(options, converted, classes);
    this.monitorsPin = Pinning.monitorsPinOn(jdk);
    this.sight = new Sight(this, options.convertsOn(jdk));
  }

  /** For how long a class loader has not answered; zero if none is asked. For any thread. */
  long waitedNanos() {
    return classes.waitedNanos();
  }

  Blame blame(SeenPin pin) {
    if (known.size() >= MOST_KEPT) {
      // Not while a pin is judged: a loader may give another answer when it is asked again.
      known.clear();
    }
    classes.prepare(pin.frames());
    BlockedThread thread =
        new BlockedThread(
            pin.kind(), pin.ofClass(), pin.frames(), pin.truncated(), pin.monitorClass());
    KeptCarrier kept = sight.kept(thread, monitorsPin);
    Blame blame = blame(pin, thread, kept);
    if (!kept.isWithinLoading(pin.frames())) {
      return blame;
    }
    return blame.loading(blame.isOfClasses() ? blame.otherwise() : "code loads a class");
  }

  private Blame blame(SeenPin pin, BlockedThread thread, KeptCarrier kept) {
    if (kept.monitors().isEmpty()) {
      return otherwise(pin, kept, sight.reason(thread, kept, pin.reason()));
    }
    List<Holder> holders = new ArrayList<>();
    for (Hold hold : kept.monitors()) {
      Located located = locate(pin.frames().get(hold.depth())).orElseThrow();
      holders.add(new Holder(hold, located.library()));
    }
    Blame ofMonitors = Blame.of(holders, pin.truncated() || sight.mayHideMonitor(pin.frames()));
    return kept.other().isPresent()
        ? ofMonitors.and(kept.other().get(), KeeperWords.brief(kept.other().get(), pin.frames()))
        : ofMonitors;
  }

  @Override
  public Optional<ClassImage> find(StackFrame frame) {
    return locate((SeenFrame) frame).map(Located::image);
  }

  @Override
  public Optional<byte[]> classFile(StackFrame frame) {
    if (frame.jdk()) {
      return decisions.jdkClassFile(frame.className());
    }
    return classes
        .find((SeenFrame) frame)
        .flatMap(type -> classes.classFile(type.getClassLoader(), frame.className()));
  }

  /**
   * The class file of a class of the JDK; which of the application's loaders is meant is not known.
   */
  @Override
  public Optional<byte[]> classFile(String type) {
    return decisions.jdkClassFile(type);
  }

  @Override
  public Optional<Decision> ofObject(StackFrame frame, String exactClass) {
    return frame.jdk()
        ? Optional.empty()
        : classes
            .find((SeenFrame) frame)
            .map(type -> decisions.ofObject(exactClass, type.getClassLoader()));
  }

  @Override
  public boolean isMissing(StackFrame frame) {
    return !frame.jdk()
        && !GeneratedNames.isInNoArchive(frame.className())
        && locate((SeenFrame) frame).isEmpty();
  }

  private Optional<Located> locate(SeenFrame frame) {
    String key = frame.className() + "@" + (frame.jdk() ? "jdk" : frame.loader());
    Optional<Located> found = known.get(key);
    if (found == null) {
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
                    ClassImage.of(
                        decisions.ofJdk(file.get(), frame.className()),
                        file.get(),
                        Sameness.SAME,
                        this),
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
                  ClassImage.of(
                      decisions.of(file.get(), loader), file.get(), Sameness.PERHAPS, this),
                  ClassFinder.libraryOf(type.get())));
    } catch (UnreadableClassException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  private Blame otherwise(SeenPin pin, KeptCarrier kept, PinReason reason) {
    if (kept.other().isPresent()) {
      CarrierKeeper keeper = kept.other().get();
      String words = KeeperWords.brief(keeper, pin.frames());
      return Blame.kept(keeper, KeeperWords.withReason(words, pin.reason()));
    }
    String words =
        switch (reason) {
          case NOT_A_MONITOR -> KeeperWords.withReason("", pin.reason());
          case NO_STACK -> "the JVM has shown no stack";
          case TRUNCATED_STACK -> "its stack is deeper than recorded";
          case ALL_CONVERTED -> KeeperWords.allConverted(sight.moved(pin.frames()));
          default ->
              kept.ofClass() == ClassWait.UNKNOWN
                  ? ClassWait.UNKNOWN_WORDS
                  : "no frame is known to hold a monitor";
        };
    return Blame.otherwise(reason, words);
  }
}
