// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Reads files that come with loom-unpin's classes. Not as resources if they are in a jar: for those
 * the JDK searches its own modules first, makes its default file system to do so, and thereby reads
 * properties that the application may be about to set.
 */
public final class OwnFiles {

  private OwnFiles() {}

  /**
   * The whole file.
   *
   * @param owner a class that the file comes with
   * @param path from the root of the jar or folder, without a slash at its start
   * @throws FileNotFoundException if there is no such file
   */
  public static byte[] read(Class<?> owner, String path) throws IOException {
    Optional<File> file = jarOf(owner);
    if (file.isEmpty()) {
      return asResource(owner, path);
    }
    try (JarFile jar = open(file.get())) {
      return read(jar, path);
    }
  }

  /**
   * The version of loom-unpin, as the manifest has it of the jar that a class is in. All that show
   * the version ask here, but for what must run on JDKs that cannot load this class.
   */
  public static String version(Class<?> owner) {
    String version = owner.getPackage().getImplementationVersion();
    return version == null ? "(unpackaged)" : version;
  }

  /** The jar that a class is in; empty if it is in none, or if its loader does not say in which. */
  public static Optional<File> jarOf(Class<?> owner) {
    CodeSource source = owner.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      File file = new File(source.getLocation().toURI());
      return file.isFile() ? Optional.of(file) : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The JVM checked the signature, if there is one, when it loaded the first class. */
  public static JarFile open(File jar) throws IOException {
    return new JarFile(jar, false);
  }

  /**
   * The whole file.
   *
   * @throws FileNotFoundException if there is no such file
   */
  public static byte[] read(JarFile jar, String path) throws IOException {
    return read(jar, path, Integer.MAX_VALUE);
  }

  /**
   * The whole file, if it is not too long: it may be far longer than its jar.
   *
   * @param most how many bytes it may have
   * @throws FileNotFoundException if there is no such file
   * @throws IOException if it has more
   */
  public static byte[] read(JarFile jar, String path, int most) throws IOException {
    ZipEntry entry = jar.getEntry(path);
    if (entry == null) {
      throw new FileNotFoundException(path + " is missing in " + jar.getName());
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(most);
      if (bytes.length == most && in.read() >= 0) {
        throw new IOException(path + " has more than " + most + " bytes");
      }
      return bytes;
    }
  }

  private static byte[] asResource(Class<?> owner, String path) throws IOException {
    try (InputStream in = owner.getResourceAsStream("/" + path)) {
      if (in == null) {
        throw new FileNotFoundException(path);
      }
      return in.readAllBytes();
    }
  }
}
