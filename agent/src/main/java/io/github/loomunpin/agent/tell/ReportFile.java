// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * The file {@code loom-unpin-PID-START.json} of this JVM in a folder, which is written again and
 * again and is a whole one at any time. In containers all JVMs may have one process number; if they
 * start in the same second as well, the name has a number. Others may write the folder: what they
 * put there is neither followed nor opened, since each text is written to a new file, which then
 * takes the place of the last one. Safe for any thread.
 */
public final class ReportFile {

  /** A text that stays the same is written again after so long: others see that the JVM lives. */
  static final long RENEWAL_MILLIS = 600_000;

  /** More than anybody but an adversary needs. */
  private static final int MOST_NAMES = 1000;

  private final Path folder;
  private final String name;

  /** Null until it is written for the first time. */
  private Path file;

  private String written = "";
  private long writtenNanos;
  private boolean isLast;
  private boolean hasDeleted;

  /**
   * @param startMillis when this JVM was started, since 1970
   */
  ReportFile(Path folder, long startMillis) {
    this(folder, "loom-unpin-", startMillis);
  }

  private ReportFile(Path folder, String prefix, long startMillis) {
    this.folder = folder;
    this.name = prefix + ProcessHandle.current().pid() + "-" + inUtc(startMillis);
  }

  /** The file {@code loom-unpin-pins-PID-START.json} of a JVM that is watched from now on. */
  public static ReportFile ofPins(Path folder) {
    return new ReportFile(folder, "loom-unpin-pins-", System.currentTimeMillis());
  }

  /**
   * Has it hold this text; returns where it is.
   *
   * @param last whether no other text may follow, also if it is being written already
   */
  public synchronized Path write(String text, boolean last) throws IOException {
    if (isLast) {
      return file;
    }
    if (!isThere() || !text.equals(written) || isDue()) {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
      if (file == null) {
        file = create(text);
      } else {
        move(next(text), file);
      }
      written = text;
      writtenNanos = System.nanoTime();
    }
    isLast = last;
    return file;
  }

  /** Deletes reports that are too old, the first time after this one has been written. */
  public synchronized void deleteOld() {
    if (!hasDeleted && file != null) {
      hasDeleted = true;
      OldReports.delete(file);
    }
  }

  /** False also if somebody has taken it away. */
  private boolean isThere() {
    return file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  private boolean isDue() {
    return System.nanoTime() - writtenNanos >= RENEWAL_MILLIS * 1_000_000;
  }

  /**
   * Several JVMs may do this at the same time. Who has made the part that belongs to a name is the
   * only one to look whether the name is free.
   */
  private Path create(String text) throws IOException {
    for (int i = 0; i < MOST_NAMES; i++) {
      Path wanted = folder.resolve(name + (i == 0 ? "" : "-" + i) + ".json");
      Path part = beside(wanted, ".part");
      try {
        writeNew(part, text);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      if (Files.exists(wanted, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(part);
      } else {
        move(part, wanted);
        return wanted;
      }
    }
    throw namesTaken();
  }

  private Path next(String text) throws IOException {
    for (int i = 0; i < MOST_NAMES; i++) {
      Path next = beside(file, "." + Long.toHexString(System.nanoTime()) + ".next");
      try {
        writeNew(next, text);
        return next;
      } catch (FileAlreadyExistsException e) {
        // Another name will do.
      }
    }
    throw namesTaken();
  }

  private static IOException namesTaken() {
    return new IOException(MOST_NAMES + " names are taken");
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /** Leaves nothing if it fails, as on a full disk. A link or a pipe is a file that exists. */
  private static void writeNew(Path to, String text) throws IOException {
    boolean whole = false;
    boolean exists = false;
    try {
      Files.writeString(to, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      whole = true;
    } catch (FileAlreadyExistsException e) {
      exists = true;
      throw e;
    } finally {
      if (!whole && !exists) {
        Files.deleteIfExists(to);
      }
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      Files.deleteIfExists(from);
      throw new IOException(to.getFileName() + ": " + (e.getReason() == null ? e : e.getReason()));
    }
  }

  /** As {@code 20261123T120454Z}. A formatter would cost a short program more than its own run. */
  private static String inUtc(long millis) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000L), 0, ZoneOffset.UTC);
    int date = time.getYear() * 10_000 + time.getMonthValue() * 100 + time.getDayOfMonth();
    int clock = 1_000_000 + time.getHour() * 10_000 + time.getMinute() * 100 + time.getSecond();
    return date + "T" + Integer.toString(clock).substring(1) + "Z";
  }

  /** Why it cannot be written, in the same words each time. */
  public static String why(Throwable thrown) {
    if (thrown instanceof AccessDeniedException) {
      return "access denied";
    }
    if (thrown instanceof FileAlreadyExistsException) {
      return "it is not a folder";
    }
    if (thrown instanceof NoSuchFileException) {
      return "there is no such folder";
    }
    if (thrown instanceof FileSystemException problem && problem.getReason() != null) {
      return problem.getReason();
    }
    return thrown instanceof IOException ? thrown.getMessage() : thrown.toString();
  }
}
