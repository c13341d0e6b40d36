// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import io.github.loomunpin.agent.cache.ConvertedClasses;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of a class path as the JDK's application class loader finds them: the first of
 * each name, in the version for the JDK that this runs on.
 */
final class ClassPath implements ClassSource, Closeable {

  private final List<Place> places = new ArrayList<>();

  private interface Place extends Closeable {

    Path path();

    /** Null if there is no such file. */
    InputStream open(String name) throws IOException;
  }

  private record Jar(Path path, JarFile file) implements Place {

    @Override
    public InputStream open(String name) throws IOException {
      ZipEntry entry = file.getEntry(name);
      return entry == null ? null : file.getInputStream(entry);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private record Folder(Path path) implements Place {

    @Override
    public InputStream open(String name) throws IOException {
      Path file = path.resolve(name);
      return Files.isRegularFile(file) ? Files.newInputStream(file) : null;
    }

    @Override
    public void close() {}
  }

  /**
   * Adds what comes next.
   *
   * @throws IOException if it cannot be read
   */
  void add(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException("there is no such file");
    }
    places.add(Files.isDirectory(path) ? new Folder(path) : new Jar(path, open(path)));
  }

  static JarFile open(Path path) throws IOException {
    return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    for (Place place : places) {
      try (InputStream in = place.open(internalName + ".class")) {
        if (in != null) {
          byte[] bytes = in.readNBytes(ConvertedClasses.MOST_BYTES);
          return bytes.length < ConvertedClasses.MOST_BYTES ? Optional.of(bytes) : Optional.empty();
        }
      } catch (IOException | RuntimeException e) {
        return Optional.empty(); // as for the agent
      }
    }
    return Optional.empty();
  }

  /** Which jar or folder has the class file, readable or not. */
  Optional<Path> placeOf(String internalName) {
    for (Place place : places) {
      try (InputStream in = place.open(internalName + ".class")) {
        if (in != null) {
          return Optional.of(place.path());
        }
      } catch (IOException | RuntimeException e) {
        return Optional.of(place.path());
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    for (Place place : places) {
      place.close();
    }
  }
}
