// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Reads the entries of one archive within {@link Limits}. Safe for any thread. */
final class EntryReader {

  private static final int STEP = 1 << 16;

  private final ZipFile zip;
  private final Limits limits;
  private final long archiveBytes;
  private final AtomicLong unfolded = new AtomicLong();

  EntryReader(ZipFile zip, long archiveBytes, Limits limits) {
    this.zip = zip;
    this.archiveBytes = archiveBytes;
    this.limits = limits;
  }

  byte[] bytes(ZipEntry entry) throws IOException {
    int expected = Math.clamp(entry.getSize(), 0, Limits.RATIO_FREE_BYTES);
    ByteArrayOutputStream out = new ByteArrayOutputStream(expected);
    copy(entry, out, limits.classBytes());
    return out.toByteArray();
  }

  /** Writes an entry to a file of the temporary folder, which the caller deletes. */
  Path extract(ZipEntry entry, NestedBudget budget) throws IOException {
    Path file = Files.createTempFile("loom-unpin-", ".jar");
    try (OutputStream out = Files.newOutputStream(file)) {
      copy(entry, out, limits.nestedArchiveBytes());
      budget.spend(Files.size(file));
      return file;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private void copy(ZipEntry entry, OutputStream out, long limit) throws IOException {
    // The sizes an entry declares may lie, so what comes out is counted.
    try (InputStream in = zip.getInputStream(entry)) {
      CRC32 checksum = new CRC32();
      byte[] buffer = new byte[Math.clamp(entry.getSize() + 1, 1, STEP)];
      long size = 0;
      int read;
      while ((read = in.read(buffer)) >= 0) {
        size += read;
        check(entry, size, unfolded.addAndGet(read), limit);
        checksum.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
      if (entry.getCrc() >= 0 && entry.getCrc() != checksum.getValue()) {
        throw new IOException("damaged entry (its checksum differs)");
      }
    } catch (ZipException | EOFException e) {
      throw new IOException("damaged entry (" + e.getMessage() + ")", e);
    }
  }

  private void check(ZipEntry entry, long size, long all, long limit) throws IOException {
    if (size > limit) {
      throw new IOException("unfolds to more than " + (limit >> 20) + " MB, skipped");
    }
    long packed = Math.max(1, entry.getCompressedSize());
    if (size > Limits.RATIO_FREE_BYTES && size / packed > limits.ratio()) {
      throw new IOException("unfolds to more than " + limits.ratio() + " times its size, skipped");
    }
    // Entries that overlap share their compressed bytes, so the archive is the measure as well.
    if (all > 256L * Limits.RATIO_FREE_BYTES && all / Math.max(1, archiveBytes) > limits.ratio()) {
      throw new IOException(
          "the archive unfolds to more than " + limits.ratio() + " times its size, skipped");
    }
  }
}
