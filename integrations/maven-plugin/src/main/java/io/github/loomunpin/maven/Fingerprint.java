// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a result depends on, as text: two runs with the same text have the same result.
 * Files count by what is in them, since a compiler writes the same classes again.
 */
final class Fingerprint {

  private final StringBuilder text = new StringBuilder();

  Fingerprint add(String what, String value) {
    text.append(what).append(' ').append(value).append('\n');
    return this;
  }

  /** Adds files and all files below folders; what is missing is a value as well. */
  Fingerprint addFiles(List<Path> paths) throws IOException {
    for (Path path : paths) {
      add(hash(path), path.toString());
    }
    return this;
  }

  private static String hash(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return Files.isRegularFile(path) ? hashOf(path) : "missing";
    }
    MessageDigest digest = sha256();
    try (Stream<Path> files = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        digest.update((path.relativize(file) + "\0" + hashOf(file) + "\n").getBytes(UTF_8));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String hashOf(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
