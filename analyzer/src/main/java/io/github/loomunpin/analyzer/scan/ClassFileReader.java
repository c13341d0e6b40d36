// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.calls.CodeReader;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Reads class files for their sites and their code. Versions of a library have many class files in
 * common, each of which is read once. Safe for any thread.
 */
final class ClassFileReader {

  /**
   * What is in a class file.
   *
   * @param code empty if nobody asks for it
   */
  record ClassFound(Optional<ClassSites> sites, Optional<ClassSummary> code) {

    private ClassFound in(Library library) {
      return new ClassFound(sites, code.map(summary -> summary.in(library)));
    }
  }

  private final SiteReader sites;
  private final CodeReader codes;
  private final boolean withCode;
  private final Map<ClassFileKey, ClassFound> known = new ConcurrentHashMap<>();

  /**
   * @param withCode whether to read the code of an application's classes
   */
  ClassFileReader(SiteReader sites, CodeReader codes, boolean withCode) {
    this.sites = sites;
    this.codes = codes;
    this.withCode = withCode;
  }

  /** Whether the code of a library is read: the catalog stands for that of the JDK. */
  boolean readsCode(Library library) {
    return withCode && !library.jdk();
  }

  /**
   * @param path of the class file in its container
   */
  ClassFound read(String path, byte[] classFile, Library library) throws UnreadableClassException {
    if (library.jdk()) {
      return read(classFile, library);
    }
    ClassFileKey key = ClassFileKey.of(path, classFile);
    ClassFound found = known.get(key);
    if (found == null) {
      found = read(classFile, library);
      known.put(key, found);
    }
    return found.in(library);
  }

  private ClassFound read(byte[] classFile, Library library) throws UnreadableClassException {
    boolean mayHaveSites = SiteReader.mayHaveSites(classFile);
    Optional<ClassSites> found =
        mayHaveSites ? Optional.of(sites.read(classFile, library)) : Optional.empty();
    Optional<ClassSummary> code =
        readsCode(library)
            ? Optional.of(codes.read(classFile, library, mayHaveSites))
            : Optional.empty();
    return new ClassFound(found, code);
  }

  /**
   * Equal for equal class files at the same place in different containers. A container never has
   * two, since the sites of a library are told apart by identity.
   *
   * @param checksums two of 32 bits
   */
  private record ClassFileKey(String path, int size, long checksums) {

    static ClassFileKey of(String path, byte[] classFile) {
      long checksums = checksum(new CRC32(), classFile) << 32 | checksum(new CRC32C(), classFile);
      return new ClassFileKey(path, classFile.length, checksums);
    }

    private static long checksum(Checksum sum, byte[] bytes) {
      sum.update(bytes, 0, bytes.length);
      return sum.getValue();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ClassFileKey key
          && checksums == key.checksums
          && size == key.size
          && path.equals(key.path);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(checksums);
    }
  }
}
