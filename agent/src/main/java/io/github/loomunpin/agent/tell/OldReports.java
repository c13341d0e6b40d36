// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deletes reports of JVMs that live no more, so that those of a service that starts again and again
 * do not fill a disk. Whether a JVM lives is judged by its report, which is written again now and
 * then: the JVM may be in another container or on another machine. One that only stood still for
 * long writes its report again when it goes on.
 */
final class OldReports {

  /** How many reports of a kind a folder keeps, of whatever JVMs. */
  static final int KEPT = 100;

  /** So long after it was written, the JVM of a report lives no more. */
  static final long DEAD_MILLIS = 3 * ReportFile.RENEWAL_MILLIS;

  /** Nothing else is deleted, whatever it is. */
  private static final Pattern NAME =
      Pattern.compile(
          "loom-unpin-(?<kind>pins-|)\\d+-\\d+T\\d{6}Z(-\\d+)?\\.json"
              + "(?<unfinished>\\.part|\\.[0-9a-f]+\\.next)?");

  private record Report(Path file, long millis) implements Comparable<Report> {

    @Override
    public int compareTo(Report other) {
      return Long.compare(millis, other.millis);
    }
  }

  private OldReports() {}

  /**
   * Deletes what is too old of its kind in the folder of this report, which was written just now,
   * and what JVMs left that were killed while they wrote.
   */
  static void delete(Path written) {
    Matcher own = NAME.matcher(written.getFileName().toString());
    if (!own.matches()) {
      return;
    }
    List<Report> reports = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(written.getParent())) {
      // Not the clock of this machine: the folder may be on another one.
      long dead = attributes(written).lastModifiedTime().toMillis() - DEAD_MILLIS;
      for (Path file : files) {
        Matcher matcher = NAME.matcher(file.getFileName().toString());
        if (matcher.matches() && matcher.group("kind").equals(own.group("kind"))) {
          collect(file, matcher.group("unfinished") != null, dead, reports);
        }
      }
      Collections.sort(reports);
      for (int i = 0; i < reports.size() - KEPT && reports.get(i).millis < dead; i++) {
        delete(reports.get(i));
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Somebody else may have deleted the folder, or may not let this one see what is in it.
    }
  }

  private static void collect(Path file, boolean unfinished, long dead, List<Report> reports) {
    try {
      BasicFileAttributes attributes = attributes(file);
      if (!attributes.isRegularFile()) {
        return;
      }
      Report report = new Report(file, attributes.lastModifiedTime().toMillis());
      if (!unfinished) {
        reports.add(report);
      } else if (report.millis < dead) {
        delete(report);
      }
    } catch (IOException e) {
      // Another JVM has just deleted it.
    }
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void delete(Report report) {
    try {
      Files.deleteIfExists(report.file);
    } catch (IOException e) {
      // It is somebody else's: it stays, like whatever else they put there.
    }
  }
}
