// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The files of {@code cache=auto}: one for each application, JDK and choice of options, in a folder
 * of the user's own that nobody else may write or read. The lock file beside each cache says when a
 * JVM last used it; the cache itself does not change when it is only read, because a JVM refuses a
 * file that changes while it reads it.
 */
final class UserCache {

  /** A developer's machine has fewer applications; each file has 32 MB at most, mostly 5. */
  private static final int MOST_FILES = 50;

  private static final int LONGEST_NAME = 40;
  private static final String CACHE = ".cache";
  private static final String LOCK = CACHE + ".lock";

  private UserCache() {}

  /**
   * The file for the application of this JVM.
   *
   * @param user for whom the cache is, as in {@link CacheFile#read}
   * @return empty where the user has no folder for such files
   */
  static Optional<Path> file(String user) {
    Optional<Path> folder =
        folder(
            System.getProperty("os.name", ""),
            System.getProperty("user.home", ""),
            System.getenv("XDG_CACHE_HOME"));
    return folder.isEmpty()
        ? folder
        : Optional.of(
            folder
                .get()
                .resolve(
                    name(
                        user,
                        System.getProperty("java.class.path", "")
                            + File.pathSeparator
                            + System.getProperty("jdk.module.path", ""),
                        System.getProperty("sun.java.command", ""))));
  }

  /**
   * The folder, as systems have it for what a user can do without.
   *
   * @param xdg the variable {@code XDG_CACHE_HOME}; null if it is not set
   */
  static Optional<Path> folder(String system, String home, String xdg) {
    Path caches;
    if (xdg != null && Path.of(xdg).isAbsolute()) {
      caches = Path.of(xdg);
    } else if (!Path.of(home).isAbsolute()) {
      return Optional.empty(); // a user of a container may have none
    } else if (system.startsWith("Mac")) {
      caches = Path.of(home, "Library", "Caches");
    } else {
      caches = Path.of(home, ".cache");
    }
    return Optional.of(caches.resolve("loom-unpin").resolve("rewritten"));
  }

  /**
   * The name of the file. Two applications that by chance have one name share a file, which holds
   * nothing without proof.
   *
   * @param command main class or jar, with the arguments of the application
   */
  static String name(String user, String classPath, String command) {
    String main = command.split(" ", 2)[0];
    StringBuilder key = new StringBuilder(user).append('\n').append(main);
    for (String entry : classPath.split(File.pathSeparator)) {
      key.append('\n').append(Path.of(entry).toAbsolutePath());
    }
    Checksums sums = Checksums.of(key.toString().getBytes(StandardCharsets.UTF_8));
    String shown = main.substring(main.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
    shown = shown.substring(0, Math.min(shown.length(), LONGEST_NAME));
    return shown + "-" + Long.toHexString(sums.crc() << Integer.SIZE | sums.adler()) + CACHE;
  }

  /** Whether a file can be written, in a folder that may have to be made; a hint. */
  static boolean canWrite(Path file) {
    Path folder = file.getParent();
    while (folder != null && !Files.exists(folder)) {
      folder = folder.getParent();
    }
    return folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
  }

  /** Makes the folder of a file if there is none. */
  static void makeFolder(Path file) throws IOException {
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Notes that a JVM has used a file, and deletes the files that none has used for longest. */
  static void used(Path file) throws IOException {
    Files.setLastModifiedTime(
        file.resolveSibling(file.getFileName() + ".lock"),
        FileTime.fromMillis(System.currentTimeMillis()));
    List<Path> locks = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(file.getParent(), "*" + LOCK)) {
      found.forEach(locks::add);
    }
    if (locks.size() <= MOST_FILES) {
      return;
    }
    locks.sort(Comparator.comparing(UserCache::lastUse).reversed());
    for (Path lock : locks.subList(MOST_FILES, locks.size())) {
      String name = lock.getFileName().toString();
      Files.deleteIfExists(
          lock.resolveSibling(name.substring(0, name.length() - LOCK.length()) + CACHE));
      Files.deleteIfExists(lock);
    }
  }

  private static FileTime lastUse(Path lock) {
    try {
      return Files.getLastModifiedTime(lock);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // another JVM has deleted it
    }
  }
}
