// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** An open jar, war, ear or jmod. Safe for any thread. */
final class JarContainer implements Container {

  private final ZipFile zip;
  private final EntryReader reader;
  private final JarListing listing;
  private final Library library;
  private final int release;

  private JarContainer(
      ZipFile zip, EntryReader reader, JarListing listing, Library library, int release) {
    this.zip = zip;
    this.reader = reader;
    this.listing = listing;
    this.library = library;
    this.release = release;
  }

  /**
   * @param path what users are told
   * @param temporary whether the file is ours and goes away with the container
   */
  static JarContainer open(Path file, String path, ReadOptions options, boolean temporary)
      throws IOException {
    int mode = temporary ? ZipFile.OPEN_READ | ZipFile.OPEN_DELETE : ZipFile.OPEN_READ;
    long size = file.toFile().length();
    ZipFile zip = new ZipFile(file.toFile(), mode);
    try {
      if (zip.size() > options.limits().entries()) {
        throw new IOException("has more than " + options.limits().entries() + " entries");
      }
      EntryReader reader = new EntryReader(zip, size, options.limits());
      JarListing listing = JarListing.of(zip, reader, options.release());
      Library library = LibraryNames.of(path, listing.mavenDescriptors(), reader, zip::getEntry);
      return new JarContainer(zip, reader, listing, library, options.release());
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  @Override
  public Library library() {
    return library;
  }

  @Override
  public List<String> classPaths() {
    return listing.classPaths();
  }

  @Override
  public List<String> sourcePaths() {
    return listing.sourcePaths();
  }

  @Override
  public boolean isOwn() {
    return library.version().isEmpty()
        || listing.classPaths().stream().anyMatch(ClassRoots::isOfApplication);
  }

  /** Whether it has the same class files as another archive. */
  boolean hasClassesOf(JarContainer other) {
    return listing.classPaths().size() == other.listing.classPaths().size()
        && checksums().equals(other.checksums());
  }

  private Map<String, Long> checksums() {
    Map<String, Long> checksums = new HashMap<>();
    for (String path : listing.classPaths()) {
      checksums.put(path, zip.getEntry(path).getCrc());
    }
    return checksums;
  }

  @Override
  public int versionedClasses() {
    return listing.versionedClasses();
  }

  /** Spring Boot's loader, if it was unpacked into this archive. */
  Optional<Container> bootLoader() {
    return BootLoader.in(this, listing.loaderClassPaths(), bootVersion());
  }

  private String bootVersion() {
    return LibraryNames.mainAttribute("Spring-Boot-Version", reader, zip::getEntry);
  }

  List<String> nestedArchives() {
    return listing.nestedArchives();
  }

  /** The Class-Path attribute of the manifest: URLs relative to the jar. */
  List<String> manifestClassPath() {
    String value = LibraryNames.mainAttribute("Class-Path", reader, zip::getEntry);
    return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
  }

  /** Writes a nested archive to a temporary file, which the caller deletes. */
  Path extract(String nestedArchive, NestedBudget budget) throws IOException {
    return reader.extract(entry(nestedArchive), budget);
  }

  @Override
  public byte[] read(String classPath) throws IOException {
    return reader.bytes(entry(classPath));
  }

  private ZipEntry entry(String path) throws IOException {
    ZipEntry entry = zip.getEntry(path);
    if (entry == null) {
      throw new IOException("entry not found");
    }
    return entry;
  }

  @Override
  public Optional<byte[]> find(String internalName) throws IOException {
    String file = internalName + ".class";
    if (listing.multiRelease()) {
      for (int version = release; version > 8; version--) {
        ZipEntry entry = zip.getEntry(ClassRoots.VERSIONS + version + "/" + file);
        if (entry != null) {
          return Optional.of(reader.bytes(entry));
        }
      }
    }
    for (String root : ClassRoots.ALL) {
      ZipEntry entry = zip.getEntry(root + file);
      if (entry != null) {
        return Optional.of(reader.bytes(entry));
      }
    }
    return Optional.empty();
  }

  @Override
  public Set<String> providers() throws IOException {
    Set<String> names = new HashSet<>();
    for (String file : listing.serviceFiles()) {
      names.addAll(ServiceFiles.providers(reader.bytes(entry(file))));
    }
    return names;
  }

  @Override
  public Set<String> packages() {
    return listing.packages();
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
