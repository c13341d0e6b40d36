// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.rules.option.LogChoice;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where the agent's lines go, and which of them are said at all. Safe for any thread. */
public final class Log implements Runnable {

  /** What a line is worth. */
  enum Weight {
    /** For those who want to know all. */
    DETAIL,
    USUAL,
    WARNING,
    /** To be said at once. */
    PROBLEM
  }

  static final String PREFIX = "[loom-unpin] ";

  private final PrintStream out;
  private final PatientPrinter printer;
  private final LogChoice.Level level;
  private final Optional<LoggerLines> logger;

  /** Whether the JVM ends, which must not wait for who reads standard error. */
  private volatile boolean ending;

  private Log(
      PrintStream out,
      PatientPrinter printer,
      LogChoice.Level level,
      Optional<LoggerLines> logger) {
    this.out = out;
    this.printer = printer;
    this.level = level;
    this.logger = logger;
  }

  /**
   * The log that the options ask for, or one to standard error, which then says why.
   *
   * @param err standard error
   */
  static Log open(PrintStream err, LogChoice choice) {
    if (choice.target() == LogChoice.Target.STDERR) {
      return new Log(err, new PatientPrinter(err), choice.level(), Optional.empty());
    }
    if (choice.target() != LogChoice.Target.FILE) {
      boolean jul = choice.target() == LogChoice.Target.JUL;
      PatientPrinter printer = new PatientPrinter(err);
      LoggerLines lines = new LoggerLines(jul ? LoggerBridge.JUL : LoggerBridge.SYSTEM, printer);
      return new Log(err, printer, choice.level(), Optional.of(lines));
    }
    String file = choice.file().get().toString();
    PrintStream out = err;
    try {
      // Several JVMs may share it.
      out = new PrintStream(new FileOutputStream(file, true), true, StandardCharsets.UTF_8);
    } catch (IOException | SecurityException e) {
      err.println(PREFIX + "cannot write to log.to=" + file + ": " + e.getMessage());
    }
    return new Log(out, new PatientPrinter(out), choice.level(), Optional.empty());
  }

  /** Whether lines of this weight are said. */
  boolean says(Weight weight) {
    return switch (level) {
      case VERBOSE -> true;
      case NORMAL -> weight != Weight.DETAIL;
      case QUIET -> weight == Weight.WARNING || weight == Weight.PROBLEM;
    };
  }

  /** Says the line, if lines of this weight are said. */
  void say(Weight weight, String message) {
    if (!says(weight)) {
      return;
    }
    if (logger.isEmpty()) {
      print(weight, PREFIX + PlainLine.of(message));
    } else {
      logger.get().add(weight, PlainLine.of(message));
    }
  }

  /**
   * Details, of which there may be one for each class, are printed on the thread that loads the
   * class: who asks for them reads them.
   */
  private void print(Weight weight, String line) {
    if (weight == Weight.DETAIL && !ending) {
      out.println(line);
    } else {
      printer.println(line);
    }
  }

  /**
   * Says it on standard error or in the file, where there is no logger to wait for: the agent
   * starts, and has no threads yet.
   */
  void sayNow(Weight weight, String message) {
    if (says(weight)) {
      out.println(PREFIX + PlainLine.of(message));
    }
  }

  /** Where stack traces go. */
  PrintStream traces() {
    return out;
  }

  /**
   * The class of the JDK that it loads once the application has set up its logging, which is what
   * this log waits for; empty if it waits for nothing.
   */
  public Optional<String> awaited() {
    return logger.isPresent() ? Optional.of(logger.get().awaited()) : Optional.empty();
  }

  /** Called when that class is loaded. Runs no code but the agent's on this thread. */
  @Override
  public void run() {
    if (logger.isPresent()) {
      logger.get().begin();
    }
  }

  /** Says that the JVM begins to end. */
  void beginEnd() {
    ending = true;
    if (logger.isPresent()) {
      logger.get().beginEnd();
    }
  }

  /** Has everything said that is not yet; nothing may be said afterwards. */
  void end() {
    if (logger.isPresent()) {
      logger.get().end();
    }
  }

  /** The shutdown hook of an agent that rewrites nothing. */
  public static final class ExitReport extends Thread {

    private final Log log;
    private final Runnable words;

    /**
     * A hook to be added to the JVM's.
     *
     * @param words says what there is to say
     */
    public ExitReport(Log log, Runnable words) {
      super("loom-unpin end");
      this.log = log;
      this.words = words;
    }

    @Override
    public void run() {
      log.beginEnd();
      words.run();
      log.end();
    }
  }
}
