// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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

  /** Bytes that came out of any entry. */
  private final AtomicLong all = new AtomicLong();

  EntryReader(ZipFile zip, long archiveBytes, Limits limits) {
    this.zip = zip;
    this.archiveBytes = archiveBytes;
    this.limits = limits;
  }

  byte[] bytes(ZipEntry entry) throws IOException {
    byte[] bytes = new byte[Math.clamp(entry.getSize(), 1, Limits.RATIO_FREE_BYTES)];
    int size = 0;
    Unfolded unfolded = new Unfolded(entry, limits.classBytes());
    try (InputStream in = zip.getInputStream(entry)) {
      int read;
      // As long as the entry declares, and then one byte more to see whether that was true.
      while ((read = in.read(bytes, size, bytes.length - size)) >= 0) {
        unfolded.add(bytes, size, read);
        size += read;
        if (size == bytes.length) {
          int more = in.read();
          if (more < 0) {
            break;
          }
          bytes = Arrays.copyOf(bytes, 2 * size);
          bytes[size] = (byte) more;
          unfolded.add(bytes, size, 1);
          size++;
        }
      }
      unfolded.end();
    } catch (ZipException | EOFException e) {
      throw damaged(e);
    }
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
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
    Unfolded unfolded = new Unfolded(entry, limit);
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] buffer = new byte[Math.clamp(entry.getSize() + 1, 1, STEP)];
      int read;
      while ((read = in.read(buffer)) >= 0) {
        unfolded.add(buffer, 0, read);
        out.write(buffer, 0, read);
      }
      unfolded.end();
    } catch (ZipException | EOFException e) {
      throw damaged(e);
    }
  }

  private static IOException damaged(IOException e) {
    return new IOException("damaged entry (" + e.getMessage() + ")", e);
  }

  /** What came out of an entry: the sizes that it declares may lie. */
  private final class Unfolded {

    private final ZipEntry entry;
    private final long limit;
    private final CRC32 checksum = new CRC32();
    private long size;

    /** Fails for an archive that has unfolded to too much: nothing more of it is read at all. */
    Unfolded(ZipEntry entry, long limit) throws IOException {
      this.entry = entry;
      this.limit = limit;
      checkArchive(all.get());
    }

    void add(byte[] bytes, int from, int length) throws IOException {
      size += length;
      check(entry, size, limit);
      checkArchive(all.addAndGet(length));
      checksum.update(bytes, from, length);
    }

    void end() throws IOException {
      if (entry.getCrc() >= 0 && entry.getCrc() != checksum.getValue()) {
        throw new IOException("damaged entry (its checksum differs)");
      }
    }
  }

  private void check(ZipEntry entry, long size, long limit) throws IOException {
    if (size > limit) {
      throw new IOException("unfolds to more than " + (limit >> 20) + " MB, skipped");
    }
    long packed = Math.max(1, entry.getCompressedSize());
    if (size > Limits.RATIO_FREE_BYTES && size / packed > limits.ratio()) {
      throw new IOException("unfolds to more than " + limits.ratio() + " times its size, skipped");
    }
  }

  /** Entries that overlap share their compressed bytes, so the archive is the measure as well. */
  private void checkArchive(long unfolded) throws IOException {
    if (unfolded > 256L * Limits.RATIO_FREE_BYTES
        && unfolded / Math.max(1, archiveBytes) > limits.ratio()) {
      throw new IOException(
          "the archive unfolds to more than " + limits.ratio() + " times its size, skipped");
    }
  }
}
