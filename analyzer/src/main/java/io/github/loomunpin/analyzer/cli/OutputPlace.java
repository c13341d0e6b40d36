// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.result.Gap;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Why something cannot be written to a place, in one clause. What shows beforehand is wrong usage,
 * said before the work; the rest is an {@link OutputFailure}.
 */
final class OutputPlace {

  private OutputPlace() {}

  /** What is wrong with a place for a file, whose folder has to be there. */
  static Optional<String> problemOfFile(Path file) {
    Path folder = file.getParent();
    return obstacle(file)
        .or(
            () ->
                folder == null || Files.isDirectory(folder)
                    ? Optional.empty()
                    : Optional.of("there is no folder " + folder));
  }

  /** What is there and in the way of a file. */
  private static Optional<String> obstacle(Path file) {
    if (file.toString().isEmpty()) {
      return Optional.of("no file is named");
    }
    if (Files.isDirectory(file)) {
      return Optional.of("it is a folder");
    }
    if (leadsNowhere(file)) {
      return Optional.of("it is a link that leads nowhere");
    }
    return Optional.ofNullable(file.getParent()).flatMap(OutputPlace::problemOfFolder);
  }

  /** What is wrong with a folder that is there or will be made, with those that it is in. */
  static Optional<String> problemOfFolder(Path folder) {
    if (folder.toString().isEmpty()) {
      return Optional.of("no folder is named");
    }
    for (Path place = folder; place != null; place = place.getParent()) {
      if (Files.isDirectory(place)) {
        return Optional.empty();
      }
      if (Files.exists(place)) {
        return Optional.of(place + " is not a folder");
      }
      if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(place + " is a link that leads nowhere");
      }
    }
    return Optional.empty();
  }

  /** Whether writing to a link would not make what it leads to. */
  private static boolean leadsNowhere(Path file) {
    try {
      if (!Files.isSymbolicLink(file) || Files.exists(file)) {
        return false;
      }
      Path made = file.resolveSibling(Files.readSymbolicLink(file)).toAbsolutePath();
      return Files.isSymbolicLink(made) || !Files.isDirectory(made.getParent());
    } catch (IOException e) {
      return true;
    }
  }

  /** Why a file could not be written, without its name. */
  static String reason(Path file, IOException failure) {
    if (!(failure instanceof FileSystemException of)) {
      return Gap.reason(failure);
    }
    return switch (of) {
      case AccessDeniedException e -> "permission denied";
      case NoSuchFileException e when e.getFile().equals(file.toString()) ->
          problemOfFile(file).orElse("the file system refuses it");
      case NoSuchFileException e -> "the file system refuses " + e.getFile();
      default -> obstacle(file).orElseGet(() -> said(of));
    };
  }

  private static String said(FileSystemException failure) {
    return failure.getReason() == null ? Gap.reason(failure) : failure.getReason();
  }

  /** A result that was made and could not be written, such as to a full disk. */
  static final class OutputFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    OutputFailure(Path file, IOException cause) {
      super("cannot write " + file + ": " + OutputPlace.reason(file, cause), cause);
    }

    /** The failure to write a file in a folder, which the cause names if anything does. */
    static OutputFailure in(Path folder, IOException cause) {
      return cause instanceof FileSystemException named && named.getFile() != null
          ? new OutputFailure(Path.of(named.getFile()), cause)
          : new OutputFailure(folder, cause);
    }
  }
}
