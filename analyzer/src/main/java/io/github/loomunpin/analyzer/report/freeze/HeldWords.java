// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.freeze.HeldObject;
import io.github.loomunpin.analyzer.freeze.HeldSite;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a thread of a dump holds and waits for, in clauses that all formats share. */
final class HeldWords {

  private HeldWords() {}

  /**
   * What a thread holds.
   *
   * @param caller the code of the application that called the JDK, if the monitor is the JDK's
   * @param remedy what happens to it with the agent; empty where there is nothing to say
   * @param times how often, as recursion holds the same at one place
   */
  record Holding(HeldObject held, String caller, String remedy, int times) {

    /** With the place, and without what happens to it. */
    String text() {
      return verb(held)
          + HeldWords.held(held)
          + caller
          + (times == 1 ? "" : " (" + times + " times)");
    }
  }

  /** A thread holds monitors; it does other things with the rest. */
  private static String verb(HeldObject held) {
    return switch (held.kind()) {
      case MONITOR -> "holds ";
      case CONVERTED -> "has ";
      case CLASS_INITIALIZER -> "runs ";
      case NATIVE_FRAME -> held.isNativeCall() ? "is in " : "is beneath ";
      case CLASS_LOADING -> "is ";
    };
  }

  /** What a thread holds; what it holds several times at one place once. */
  static List<Holding> holds(ThreadView thread) {
    Map<String, Holding> holdings = new LinkedHashMap<>();
    for (HeldObject held : thread.holds()) {
      String caller = caller(held, thread);
      String remedy = remedy(held, thread);
      holdings.merge(
          held(held) + caller + remedy,
          new Holding(held, caller, remedy, 1),
          (one, other) -> new Holding(one.held(), caller, remedy, one.times() + 1));
    }
    return List.copyOf(holdings.values());
  }

  private static String caller(HeldObject held, ThreadView thread) {
    return held.site().filter(site -> site.library().jdk()).isEmpty()
        ? ""
        : StackFrame.caller(thread.stack().frames(), held.depth())
            .map(HeldWords::calledBy)
            .orElse("");
  }

  /** What a thread holds, with the place. */
  static String held(HeldObject held) {
    String frame = JavaNames.frame(held.frame());
    return switch (held.kind()) {
      case MONITOR ->
          held.site().map(HeldWords::site).orElseGet(() -> "a monitor of " + frame + type(held))
              + surety(held);
      case CONVERTED ->
          held.site().map(HeldWords::site).orElse(frame)
              + ", a lock of the agent, which does not pin"
              + surety(held);
      case CLASS_INITIALIZER -> "the static initializer of " + held.type() + " (" + frame + ")";
      case NATIVE_FRAME ->
          (held.frame().isNative()
                  ? "the native method " + frame
                  : "a foreign function, called through a method handle (" + frame + ")")
              + (held.isNativeCall()
                  ? ", which keeps its carrier until it returns"
                  : ", which called back into Java")
              + (held.surety() == Surety.POSSIBLE ? " (perhaps)" : "");
      case CLASS_LOADING ->
          (held.frame().isNative()
                  ? "loading a class, or waiting for the thread that does ("
                  : "loading a class for the JVM (")
              + frame
              + ")";
    };
  }

  private static String type(HeldObject held) {
    return held.type().isEmpty() ? "" : " (a " + held.type() + ")";
  }

  private static String site(HeldSite held) {
    return SiteWords.method(held.site())
        + ", "
        + held.library().nameAndVersion()
        + ", "
        + (held.library().isOtherJdk()
            ? ""
            : SiteWords.source(held.site(), held.sourceFile()) + ", ")
        + SiteWords.construct(held.site());
  }

  private static String remedy(HeldObject held, ThreadView thread) {
    return switch (held.kind()) {
      case MONITOR ->
          held.site()
              .map(site -> site.site().decision())
              .map(decision -> SiteWords.decision(decision) + butNotAlone(decision, thread))
              .orElse("");
      case CONVERTED -> "";
      case CLASS_INITIALIZER -> KeeperWords.remedy(PinReason.CLASS_INITIALIZER);
      case NATIVE_FRAME -> KeeperWords.remedy(PinReason.NATIVE_FRAME);
      case CLASS_LOADING -> KeeperWords.remedy(PinReason.CLASS_LOADING);
    };
  }

  private static String butNotAlone(Decision decision, ThreadView thread) {
    boolean inNativeCode =
        thread.holds().stream()
            .anyMatch(
                held ->
                    held.kind() == HeldObject.Kind.NATIVE_FRAME
                        && held.surety() != Surety.POSSIBLE);
    return inNativeCode ? KeeperWords.keptAnyway(decision.mode(), PinReason.NATIVE_FRAME) : "";
  }

  private static String surety(HeldObject held) {
    boolean isOfOtherJdk = held.site().filter(site -> site.library().isOtherJdk()).isPresent();
    return switch (held.surety()) {
      case SAID -> "";
      case BCI, LINE -> isOfOtherJdk ? " (perhaps: looked up in another JDK)" : "";
      case ONE_OF ->
          isOfOtherJdk
              ? " (perhaps: looked up in another JDK; or another in this frame)"
              : " (or another in this frame)";
      case POSSIBLE -> " (perhaps: the line does not tell)";
    };
  }

  /** What a thread waits for, as {@code waits for TimeUnit.sleep}. */
  static String waits(Waits waits) {
    String by = waits.caller().map(HeldWords::calledBy).orElse("");
    return switch (waits.kind()) {
      case MONITOR ->
          "waits to enter "
              + (waits.sites().isEmpty() ? "a monitor (a " + waits.what() + ")" : entries(waits))
              + waits.caller().map(frame -> where(waits, frame)).orElse("")
              + (waits.mayHold() ? " (or has entered it: the dump does not tell)" : "");
      case CLASS_INITIALIZATION ->
          "waits for the initialization of class "
              + waits.what()
              + by
              + (waits.surety() == Surety.POSSIBLE
                  ? " (perhaps: the dump does not name the class)"
                  : "");
      case NOTIFICATION ->
          "waits for "
              + waits.what()
              + by
              + (waits.sites().isEmpty() ? "" : ": " + constructs(waits));
      default ->
          "waits for " + waits.what() + (waits.mayCompute() ? ", or computes in it" : "") + by;
    };
  }

  private static String entries(Waits waits) {
    return waits.sites().stream()
        .map(held -> entry(held.site()))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** The frame of the application, and which method of a library it called if that is another. */
  private static String where(Waits waits, Frame frame) {
    String at = JavaNames.frame(frame);
    List<String> methods =
        waits.sites().stream()
            .map(HeldSite::site)
            .filter(site -> site.kind() == SiteKind.BLOCK)
            .filter(site -> !site.owner().equals(frame.className()))
            .map(SiteWords::method)
            .distinct()
            .toList();
    return methods.size() == 1 ? " in " + methods.getFirst() + ", called by " + at : ", at " + at;
  }

  private static String entry(MonitorSite site) {
    return switch (site.kind()) {
      case SYNC_METHOD -> "the synchronized method " + SiteWords.method(site);
      case STATIC_SYNC_METHOD -> "the static synchronized method " + SiteWords.method(site);
      default -> SiteWords.construct(site);
    };
  }

  private static String constructs(Waits waits) {
    return waits.sites().stream()
        .map(site -> SiteWords.construct(site.site()))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** What happens to a wait with the agent; empty where there is nothing to say. */
  static String remedy(Waits waits) {
    return waits.sites().size() == 1
        ? SiteWords.decision(waits.sites().getFirst().site().decision())
        : "";
  }

  private static String calledBy(Frame frame) {
    return ", called by " + JavaNames.frame(frame);
  }
}
