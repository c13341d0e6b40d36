// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A jar with more files than another. The same jar and the same files make the same bytes.
 *
 * @param added by path, in the order in which they are written
 * @param told what its manifest says of this
 */
record OutputJar(InputJar from, Map<String, byte[]> added, String told) {

  /** What is added has no time of its own; archives know none before 1980. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  /**
   * Writes it, beside the place at first, so that there is never a part of it.
   *
   * @throws RefusedException if the other jar cannot be read to its end
   * @throws FileSystemException if this one cannot be written; the cause says why
   */
  void write(Path to) throws RefusedException, FileSystemException {
    // Of a name that is not longer than those of jars.
    Path beside = to.resolveSibling("loom-unpin-" + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(to.toAbsolutePath().getParent());
      try {
        try (OutputStream file = Files.newOutputStream(beside);
            ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(file))) {
          write(out);
        }
        Files.move(beside, to, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      FileSystemException named = new FileSystemException(to.toString(), null, "cannot be written");
      named.initCause(e);
      throw named;
    }
  }

  private void write(ZipOutputStream out) throws RefusedException, IOException {
    out.setComment(comment());
    Optional<JarEntry> manifest = from.manifestEntry();
    byte[] manifestBytes = from.manifest().with(JarConversion.ATTRIBUTE, told).bytes();
    if (manifest.isEmpty()) {
      put(out, added(JarFile.MANIFEST_NAME), manifestBytes);
    }
    for (JarEntry entry : from.entries()) {
      if (manifest.isPresent() && manifest.get() == entry) {
        put(out, changed(entry), manifestBytes);
      } else {
        copy(entry, out);
      }
    }
    for (Map.Entry<String, byte[]> file : added.entrySet()) {
      put(out, added(file.getKey()), file.getValue());
    }
  }

  /** Null if there is none, or if it is no UTF-8, which is all that the JDK can read and write. */
  private String comment() {
    try {
      return from.file().getComment();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void copy(JarEntry entry, ZipOutputStream out) throws RefusedException, IOException {
    ZipEntry copy = new ZipEntry(entry);
    if (copy.getMethod() == ZipEntry.DEFLATED) {
      copy.setCompressedSize(-1); // it is compressed anew
    }
    out.putNextEntry(copy);
    byte[] buffer = new byte[1 << 16];
    CRC32 crc = new CRC32();
    try (InputStream in = open(entry)) {
      for (int read = read(in, buffer, entry); read >= 0; read = read(in, buffer, entry)) {
        out.write(buffer, 0, read);
        crc.update(buffer, 0, read);
      }
    }
    if (crc.getValue() != entry.getCrc()) {
      throw unreadable(entry, new IOException("it is damaged"));
    }
    out.closeEntry();
  }

  private InputStream open(JarEntry entry) throws RefusedException {
    try {
      return from.file().getInputStream(entry);
    } catch (IOException | RuntimeException e) {
      throw unreadable(entry, e);
    }
  }

  private static int read(InputStream in, byte[] buffer, ZipEntry entry) throws RefusedException {
    try {
      return in.read(buffer);
    } catch (IOException | RuntimeException e) {
      throw unreadable(entry, e);
    }
  }

  private static RefusedException unreadable(ZipEntry entry, Exception e) {
    return new RefusedException(
        "its entry " + entry.getName() + " cannot be read: " + Conversion.reason(e));
  }

  private static ZipEntry added(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    return entry;
  }

  /**
   * With the times as they are: to ask for them is to convert them, by the time zone if need be.
   */
  private static ZipEntry changed(ZipEntry entry) {
    ZipEntry changed = new ZipEntry(entry);
    changed.setMethod(ZipEntry.DEFLATED);
    changed.setCompressedSize(-1); // its sizes and sum are found as it is written
    return changed;
  }

  private static void put(ZipOutputStream out, ZipEntry entry, byte[] bytes) throws IOException {
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
