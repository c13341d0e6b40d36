// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a file only if nobody can have written it but root and the user of this JVM: what it holds
 * becomes code. Where files have no such owners and permissions, none is read.
 */
final class TrustedFile {

  /** On Linux, a path whose owner is the user of this process. */
  private static final Path SELF = Path.of("/proc/self");

  private TrustedFile() {}

  /**
   * The whole file.
   *
   * @throws NoSuchFileException if there is none
   * @throws UnusableException if others could have written it
   * @throws IOException if it cannot be read
   */
  static byte[] read(Path file) throws IOException, UnusableException {
    try {
      PosixFileAttributes before = check(file);
      byte[] bytes;
      // Not a channel, for which the JVM would load thirty classes.
      try (InputStream in = new FileInputStream(file.toFile())) {
        bytes = in.readNBytes(CacheFile.MOST_BYTES);
      } catch (FileNotFoundException e) {
        throw Files.exists(file) ? e : new NoSuchFileException(file.toString());
      }
      // It may have been another file that was opened, or somebody may have written meanwhile.
      PosixFileAttributes after = check(file);
      if (!Objects.equals(before.fileKey(), after.fileKey())
          || !before.lastModifiedTime().equals(after.lastModifiedTime())
          || bytes.length != after.size()) {
        throw new UnusableException("it changed while it was read");
      }
      return bytes;
    } catch (UnsupportedOperationException e) {
      throw new UnusableException("files have no owners and permissions there");
    }
  }

  private static PosixFileAttributes check(Path file) throws IOException, UnusableException {
    PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new UnusableException("it is not a file");
    }
    if (attributes.size() >= CacheFile.MOST_BYTES) {
      throw new UnusableException("it is larger than any cache");
    }
    checkOwner(file, attributes.owner(), "it");
    Set<PosixFilePermission> permissions = attributes.permissions();
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new UnusableException("others may write it");
    }
    checkFolder(file.toRealPath().getParent());
    return attributes;
  }

  /** Whoever may write a folder may exchange its files, unless its sticky bit is set. */
  private static void checkFolder(Path folder) throws IOException, UnusableException {
    PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
    checkOwner(folder, attributes.owner(), "its folder");
    boolean others =
        attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)
            || attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !isOwnGroup(attributes);
    if (others && ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) == 0) {
      throw new UnusableException("others may put another file in its place");
    }
  }

  /** Many systems give each user a group of that name, and let it write what the user makes. */
  private static boolean isOwnGroup(PosixFileAttributes attributes) {
    return attributes.group().getName().equals(attributes.owner().getName());
  }

  private static final int STICKY = 01000;

  private static void checkOwner(Path file, UserPrincipal owner, String what)
      throws IOException, UnusableException {
    if ((Integer) Files.getAttribute(file, "unix:uid") != 0 && !isSelf(owner)) {
      throw new UnusableException(what + " belongs to neither root nor the user of this JVM");
    }
  }

  private static boolean isSelf(UserPrincipal owner) throws IOException {
    return Files.isDirectory(SELF)
        ? Files.getOwner(SELF).equals(owner)
        : owner.getName().equals(System.getProperty("user.name"));
  }
}
