// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.TallyReport;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.DetectChoice;
import io.github.loomunpin.rules.sight.Allowance;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reports pins while the JVM runs: each cause once in the log, and all in the MBean and the report.
 * Runs on platform threads of its own, which need no carrier, and never in the application's
 * threads. It logs a failure in one line.
 */
public final class Detection {

  /** To write the report more often would tell nobody more. */
  private static final long WRITE_NANOS = 2_000_000_000L;

  private static final long END_MILLIS = 3_000;

  private final AgentOptions options;
  private final DetectChoice choice;
  private final Outcome outcome;
  private final DetectionListener listener;
  private final Instrumentation instrumentation;
  private final PinBook book;
  private final BlameFinder blames;
  private final StandstillBook standstills = new StandstillBook();
  private final AtomicBoolean isWriting = new AtomicBoolean();

  private final Thread listening = new Listening(this);
  private final CarrierWatch carriers;

  private volatile Written written = new Written(System.nanoTime() - WRITE_NANOS, 0, false);

  /** For the thread that hears of pins. */
  private boolean toldOfClasses;

  /** Null until it hears. */
  private volatile PinStream stream;

  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * What the sums told last.
   *
   * @param events how many pins and standstills
   * @param stoodStill whether one of them went on
   */
  private record Written(long nanos, long events, boolean stoodStill) {

    boolean isOutdatedBy(Written next) {
      return next.nanos - nanos >= WRITE_NANOS
          && (next.events != events || next.stoodStill || stoodStill);
    }
  }

  Detection(
      AgentOptions options,
      Outcome outcome,
      DetectionListener listener,
      ConvertedClasses converted,
      Instrumentation instrumentation) {
    this.choice = options.detect().orElseThrow();
    this.options = options;
    this.outcome = outcome;
    this.listener = listener;
    this.instrumentation = instrumentation;
    this.book = new PinBook(Allowance.of(choice.allow(), choice.own()));
    this.blames = new BlameFinder(options, converted, instrumentation);
    BlameFinder ofCarriers = new BlameFinder(options, converted, instrumentation);
    this.carriers =
        new CarrierWatch(
            instrumentation, outcome, listener, ofCarriers, standstills, this::writeLater);
  }

  /**
   * Empty if the options do not ask for it.
   *
   * @param converted what the agent converts
   */
  public static Optional<Detection> of(
      AgentOptions options,
      Outcome outcome,
      ConvertedClasses converted,
      Instrumentation instrumentation) {
    return options.detect().isPresent()
        ? Optional.of(
            new Detection(
                options, outcome, new DetectionLog(options, outcome), converted, instrumentation))
        : Optional.empty();
  }

  /** Begins to hear of pins, a moment later, and to watch the carriers. */
  public void begin() {
    listening.start();
    carriers.start();
  }

  /** What has pinned so far, the most pinned time first. */
  public List<PinSum> sums() {
    return PinSum.of(book.page());
  }

  /** How many pins there were. */
  public long pins() {
    return book.page().counted().count();
  }

  /** For how long in all. */
  public long pinnedMillis() {
    return book.page().counted().totalNanos() / 1_000_000;
  }

  /** How many there were besides that do not count. */
  public long pinsSetAside() {
    PinBook.Page page = book.page();
    return page.all().count() - page.counted().count();
  }

  /** How often no carrier moved for a second while virtual threads waited for one. */
  public long standstills() {
    return standstills.count();
  }

  /** For how long in all, until now. */
  public long standstillMillis() {
    return standstills.nanos(System.nanoTime()) / 1_000_000;
  }

  /** Whether it is so now. */
  public boolean standsStill() {
    return standstills.standsStill();
  }

  /** The pins that count, for monitoring; there are none before it listens. */
  public PinSeries series() {
    return book.series();
  }

  /** Tells all that is known, when the JVM ends or nobody listens any more. */
  public void end() {
    PinStream heard = stream;
    if (ended.getAndSet(true) || heard == null && standstills.count() == 0) {
      return;
    }
    Job<String> last =
        new Job<>() {
          @Override
          protected String work() throws InterruptedException {
            if (heard != null) {
              heard.stop();
            }
            // The folder may be on a machine that does not answer.
            return write(true);
          }
        };
    boolean done = OwnThreads.run(last, END_MILLIS) == Job.End.DONE;
    listener.ended(line(heard != null) + (done ? last.result() : ""));
  }

  /** Lets go of all that was begun, and waits for the end of each thread for so long. */
  void stop(long millis) throws InterruptedException {
    ended.set(true);
    carriers.end();
    PinStream heard = stream;
    if (heard != null) {
      heard.close();
    }
    carriers.join(millis);
    listening.join(millis);
  }

  private String line(boolean heard) {
    String still = standstills.count() == 0 ? "" : standstills.line(System.nanoTime());
    String pins = heard ? pinsLine() : "";
    return pins + (pins.isEmpty() || still.isEmpty() ? "" : "; ") + still;
  }

  private String pinsLine() {
    PinBook.Page page = book.page();
    int causes = 0;
    for (PinBook.Cause cause : page.causes()) {
      causes += cause.aside().isEmpty() ? 1 : 0;
    }
    long aside = page.all().count() - page.counted().count() - page.ofClasses().count();
    String line =
        page.counted().count() == 0
            ? "no pin of " + choice.thresholdMillis() + " ms or longer"
            : TallyReport.count(page.counted().count(), "pin")
                + ", "
                + PinWords.time(page.counted().totalNanos())
                + " in all, of "
                + TallyReport.count(causes, "cause");
    return line
        + (aside == 0 ? "" : "; " + TallyReport.count(aside, "more pin") + " set aside")
        + (page.ofClasses().count() == 0
            ? ""
            : "; "
                + TallyReport.count(page.ofClasses().count(), "more pin")
                + " by the first use of classes, "
                + PinWords.time(page.ofClasses().totalNanos())
                + " in all");
  }

  /** On another thread: the folder may be on a machine that does not answer. */
  private void writeLater() {
    if (!listener.wantsSums()
        || !written.isOutdatedBy(present())
        || !isWriting.compareAndSet(false, true)) {
      return;
    }
    Job<Void> job =
        new Job<>() {
          @Override
          protected Void work() {
            try {
              write(false);
            } finally {
              isWriting.set(false);
            }
            return null;
          }
        };
    if (!OwnThreads.later(job)) {
      isWriting.set(false);
    }
  }

  private Written present() {
    return new Written(
        System.nanoTime(), book.count() + standstills.count(), standstills.standsStill());
  }

  /** Returns what is to be said of it. */
  private synchronized String write(boolean last) {
    if (!listener.wantsSums()) {
      return "";
    }
    // Before what is written: what changes between the two is written next time.
    written = present();
    PinBook.Page page = book.page();
    List<Standstill> still = standstills.list(System.nanoTime());
    return listener.sums(PinsJson.of(page, still, options, choice), last);
  }

  /** A platform thread that inherits nothing from the one that starts it. */
  private static final class Listening extends Thread {

    private final Detection detection;

    Listening(Detection detection) {
      super(OwnThreads.rootGroup(), null, "loom-unpin detect", 0, false);
      this.detection = detection;
      setDaemon(true);
      setContextClassLoader(null);
    }

    @Override
    public void run() {
      try {
        detection.listen();
      } catch (Throwable t) {
        String why = t instanceof IllegalStateException ? t.getMessage() : t.toString();
        detection.outcome.warn("no pins are seen: " + why);
      }
    }
  }

  private void listen() {
    Optional<Module> recorder = ModuleLayer.boot().findModule("jdk.jfr");
    if (recorder.isEmpty()) {
      throw new IllegalStateException(
          "this JVM has no module jdk.jfr; an application in modules needs --add-modules jdk.jfr,"
              + " and an image of jlink must have it");
    }
    PinStream opened =
        PinStream.open(
            recorder.get(),
            instrumentation,
            choice.thresholdMillis(),
            this::pinned,
            this::writeLater);
    stream = opened;
    if (ended.get()) {
      opened.close();
      return;
    }
    book.series().open();
    outcome.say(
        "reporting pins of " + choice.thresholdMillis() + " ms or longer" + opened.limits());
    opened.run();
  }

  private void pinned(SeenPin pin, long nanos, long endMillis, String thread) {
    Blame blame = blames.find(pin);
    for (PinBook.Cause first : book.add(pin, blame, nanos, endMillis, thread)) {
      listener.pinned(first);
    }
    if (blame.isOfClasses() && !toldOfClasses) {
      toldOfClasses = true;
      outcome.say(
          "pinned for "
              + PinWords.time(nanos)
              + " by the first use of a class: "
              + blame.otherwise()
              + "; such pins are counted, and not logged again");
    }
  }
}
