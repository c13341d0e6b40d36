// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * Name and version of an archive, from the most certain source to the least: a Maven descriptor
 * inside, if the file is named after its artifact, the file name, a single other Maven descriptor,
 * the manifest.
 */
final class LibraryNames {

  private static final Pattern NAME_VERSION = Pattern.compile("(.+?)-(\\d[^/]*)");

  /** What Maven calls the jar of a library's sources. */
  private static final String SOURCES = "-sources";

  private static final String[] VERSION_ATTRIBUTES = {
    "Implementation-Version", "Bundle-Version", "Specification-Version"
  };

  private record Coordinates(String artifact, String version) {}

  private LibraryNames() {}

  static Library of(
      String path, List<String> mavenDescriptors, EntryReader reader, ZipEntries zip) {
    String stem = stem(path);
    List<Coordinates> known = new ArrayList<>();
    for (String entry : mavenDescriptors) {
      Coordinates found = coordinates(entry, reader, zip);
      if (found != null) {
        if (stem.startsWith(found.artifact())) {
          return library(found.artifact(), found.version(), path);
        }
        known.add(found);
      }
    }
    Matcher named = NAME_VERSION.matcher(stem);
    if (named.matches()) {
      return library(named.group(1), named.group(2), path);
    }
    if (known.size() == 1) {
      return library(known.getFirst().artifact(), known.getFirst().version(), path);
    }
    return library(stem, manifestVersion(reader, zip), path);
  }

  /** The one method of an archive that naming needs. */
  @FunctionalInterface
  interface ZipEntries {
    ZipEntry get(String name);
  }

  private static Library library(String name, String version, String path) {
    return new Library(name, version, path, false);
  }

  private static String stem(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    String stem = dot > 0 ? file.substring(0, dot) : file;
    return stem.endsWith(SOURCES) ? stem.substring(0, stem.length() - SOURCES.length()) : stem;
  }

  private static Coordinates coordinates(String entry, EntryReader reader, ZipEntries zip) {
    try {
      Properties pom = new Properties();
      pom.load(new ByteArrayInputStream(reader.bytes(zip.get(entry))));
      String artifact = pom.getProperty("artifactId", "").strip();
      return artifact.isEmpty()
          ? null
          : new Coordinates(artifact, pom.getProperty("version", "").strip());
    } catch (IOException | RuntimeException e) {
      // A broken descriptor only costs a name; the file name is the next source.
      return null;
    }
  }

  private static String manifestVersion(EntryReader reader, ZipEntries zip) {
    for (String attribute : VERSION_ATTRIBUTES) {
      String version = mainAttribute(attribute, reader, zip);
      if (!version.isEmpty()) {
        return version;
      }
    }
    return "";
  }

  /** A main attribute of the manifest, stripped; empty if there is none. */
  static String mainAttribute(String name, EntryReader reader, ZipEntries zip) {
    String value = manifest(reader, zip).getMainAttributes().getValue(name);
    return value == null ? "" : value.strip();
  }

  /** The manifest of an archive; an empty one if it has none that can be read. */
  static Manifest manifest(EntryReader reader, ZipEntries zip) {
    ZipEntry entry = zip.get("META-INF/MANIFEST.MF");
    if (entry == null) {
      return new Manifest();
    }
    try {
      return new Manifest(new ByteArrayInputStream(reader.bytes(entry)));
    } catch (IOException | RuntimeException e) {
      return new Manifest();
    }
  }
}
