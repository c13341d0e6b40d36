// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import io.github.loomunpin.agent.cache.ConvertedClasses;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;

/**
 * A jar that can be converted: one whose classes the JDK's application class loader loads.
 *
 * @param entries all of them, in their order, but signatures and what was converted before
 */
record InputJar(JarFile file, List<JarEntry> entries, ManifestBytes manifest) implements Closeable {

  private static final byte[] FIRST_BYTES = {'P', 'K', 3, 4};

  /**
   * @param strip whether to leave the signatures out
   * @throws RefusedException if it cannot be converted
   */
  static InputJar open(Path path, boolean strip) throws RefusedException {
    JarFile file;
    try {
      if (Files.isDirectory(path)) {
        throw new RefusedException("it is a folder; put its classes into a jar");
      }
      checkStart(path);
      file = ClassPath.open(path);
    } catch (IOException | RuntimeException e) {
      throw new RefusedException("it cannot be read: " + Conversion.reason(e));
    }
    try {
      return of(file, strip);
    } catch (IOException | RuntimeException e) {
      close(file);
      throw new RefusedException("it cannot be read: " + Conversion.reason(e));
    } catch (RefusedException e) {
      close(file);
      throw e;
    }
  }

  private static void close(JarFile file) {
    try {
      file.close();
    } catch (IOException e) {
      // Only read.
    }
  }

  private static void checkStart(Path path) throws IOException, RefusedException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(FIRST_BYTES.length);
      if (!Arrays.equals(start, FIRST_BYTES)) {
        throw new RefusedException(
            "it does not begin as a jar; what comes before its entries, such as a script that starts"
                + " it, would be lost");
      }
    }
  }

  private static InputJar of(JarFile file, boolean strip) throws IOException, RefusedException {
    Set<String> names = new HashSet<>();
    List<JarEntry> entries = new ArrayList<>();
    boolean signed = false;
    boolean converted = isConverted(file);
    for (JarEntry entry : file.stream().toList()) {
      String name = entry.getName();
      if (!names.add(name)) {
        throw new RefusedException("it has two entries named " + name);
      }
      if (name.startsWith("BOOT-INF/") || name.startsWith("WEB-INF/")) {
        throw new RefusedException(
            "its classes are in "
                + name.substring(0, name.indexOf('/'))
                + ", from where a class loader of its own loads them; extract it and convert what is"
                + " on the class path then");
      }
      signed |= name.toUpperCase(Locale.ROOT).matches("META-INF/[^/]+\\.SF");
      if (!ConvertedClasses.isPlace(name)) {
        entries.add(entry);
      } else if (!converted) {
        throw new RefusedException(
            "it has an entry " + name + " of its own, which is where what is converted is put");
      }
    }
    if (signed) {
      entries.removeIf(entry -> isSignature(entry.getName()));
    }
    if (signed && !strip) {
      throw new RefusedException(
          "it is signed, and what would be added is not; --strip-signatures converts it and leaves"
              + " the signatures out, -cp takes it as it is");
    }
    ManifestBytes manifest = ManifestBytes.NONE;
    Optional<JarEntry> entry = manifestOf(entries);
    if (entry.isPresent()) {
      file.getManifest(); // which throws what the JDK would of one that it cannot parse
      try (CheckedInputStream in =
          new CheckedInputStream(file.getInputStream(entry.get()), new CRC32())) {
        manifest = ManifestBytes.of(in.readAllBytes());
        if (in.getChecksum().getValue() != entry.get().getCrc()) {
          throw new IOException("its manifest is damaged");
        }
      }
    }
    return new InputJar(file, List.copyOf(entries), signed ? manifest.unsigned() : manifest);
  }

  /** Of several in upper and lower case the JDK takes the last. */
  private static Optional<JarEntry> manifestOf(List<JarEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.getName().equalsIgnoreCase(JarFile.MANIFEST_NAME))
        .reduce((first, second) -> second);
  }

  Optional<JarEntry> manifestEntry() {
    return manifestOf(entries);
  }

  private static boolean isConverted(JarFile file) throws IOException {
    ZipEntry proofs = file.getEntry(ConvertedClasses.FILE);
    if (proofs == null) {
      return false;
    }
    try (InputStream in = file.getInputStream(proofs)) {
      return ConvertedClasses.isMarked(in.readNBytes(Long.BYTES));
    }
  }

  private static boolean isSignature(String name) {
    return name.toUpperCase(Locale.ROOT).matches("META-INF/([^/]+\\.(SF|RSA|DSA|EC)|SIG-[^/]*)");
  }

  @Override
  public void close() {
    close(file);
  }
}
