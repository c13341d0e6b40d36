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
import java.util.zip.ZipFile;

/**
 * The class files of a class path as the JDK's application class loader finds them: the first of
 * each name, in the version for the JDK that this runs on.
 */
final class ClassPath implements ClassSource, Closeable {

  private final List<Place> places = new ArrayList<>();

  private interface Place extends Closeable {

    Path path();

    boolean has(String name);

    /** Opens what is there. */
    InputStream open(String name) throws IOException;
  }

  private record Jar(Path path, JarFile file) implements Place {

    @Override
    public boolean has(String name) {
      return file.getEntry(name) != null;
    }

    @Override
    public InputStream open(String name) throws IOException {
      return file.getInputStream(file.getEntry(name));
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private record Folder(Path path) implements Place {

    @Override
    public boolean has(String name) {
      return Files.isRegularFile(path.resolve(name));
    }

    @Override
    public InputStream open(String name) throws IOException {
      return Files.newInputStream(path.resolve(name));
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
    try {
      Optional<Place> place = first(internalName);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream in = place.get().open(fileOf(internalName))) {
        byte[] bytes = in.readNBytes(ConvertedClasses.MOST_BYTES);
        return bytes.length < ConvertedClasses.MOST_BYTES ? Optional.of(bytes) : Optional.empty();
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // as for the agent
    }
  }

  /** Which jar or folder has the class file, readable or not. */
  Optional<Path> placeOf(String internalName) {
    return first(internalName).map(Place::path);
  }

  private Optional<Place> first(String internalName) {
    return places.stream().filter(place -> place.has(fileOf(internalName))).findFirst();
  }

  private static String fileOf(String internalName) {
    return internalName + ".class";
  }

  @Override
  public void close() throws IOException {
    for (Place place : places) {
      place.close();
    }
  }
}
