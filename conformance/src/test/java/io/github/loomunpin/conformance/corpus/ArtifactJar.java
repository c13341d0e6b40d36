// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.rules.classfile.ClassFilePeek;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/** The classes of a jar as the running JVM sees them: of a multi-release jar, its own version's. */
final class ArtifactJar {

  private static final String SUFFIX = ".class";

  private final Artifact artifact;
  private final JarFile jar;
  private final Map<String, JarEntry> classes = new LinkedHashMap<>();

  private ArtifactJar(Artifact artifact, JarFile jar) {
    this.artifact = artifact;
    this.jar = jar;
  }

  static ArtifactJar open(Artifact artifact, File file) throws IOException {
    JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version());
    ArtifactJar result = new ArtifactJar(artifact, jar);
    jar.versionedStream()
        .filter(entry -> entry.getName().endsWith(SUFFIX))
        .filter(entry -> !entry.getName().startsWith("META-INF/"))
        .filter(entry -> !entry.getName().endsWith("module-info.class"))
        .forEach(entry -> result.classes.put(entryOf(entry.getName()), entry));
    return result;
  }

  /** The name of a class file without its suffix; other names as they are. */
  static String entryOf(String resource) {
    return resource.endsWith(SUFFIX)
        ? resource.substring(0, resource.length() - SUFFIX.length())
        : resource;
  }

  Artifact artifact() {
    return artifact;
  }

  /** Entry names without the suffix; nearly always internal class names. */
  Set<String> entries() {
    return classes.keySet();
  }

  Optional<byte[]> bytes(String entry) {
    JarEntry found = classes.get(entry);
    if (found == null) {
      return Optional.empty();
    }
    try (InputStream in = jar.getInputStream(found)) {
      return Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(artifact + "!" + entry, e);
    }
  }

  /** Where a class file is, by its name as a resource; empty for other resources. */
  Optional<URL> url(String resource) {
    JarEntry found = resource.endsWith(SUFFIX) ? classes.get(entryOf(resource)) : null;
    if (found == null) {
      return Optional.empty();
    }
    URI file = new File(jar.getName()).toURI();
    try {
      return Optional.of(URI.create("jar:" + file + "!/" + found.getRealName()).toURL());
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(artifact + "!" + resource, e);
    }
  }

  /** All class files by the internal name they state, which some jars keep in odd places. */
  Map<String, byte[]> readAll() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (String entry : classes.keySet()) {
      byte[] bytes = bytes(entry).orElseThrow();
      if (isClassFile(bytes)) {
        String name = ClassFilePeek.at(bytes).name();
        all.putIfAbsent(name.isEmpty() ? entry : name, bytes);
      }
    }
    return all;
  }

  private static boolean isClassFile(byte[] bytes) {
    return bytes.length > 8
        && bytes[0] == (byte) 0xCA
        && bytes[1] == (byte) 0xFE
        && bytes[2] == (byte) 0xBA
        && bytes[3] == (byte) 0xBE;
  }
}
