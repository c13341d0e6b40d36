// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** The class files of one JDK: the running one or another on this machine. */
public final class JdkImage implements ClassSource, AutoCloseable {

  private final FileSystem image;
  private final String version;
  private final boolean running;
  private final ConcurrentMap<String, List<String>> modulesByPackage = new ConcurrentHashMap<>();

  private JdkImage(FileSystem image, String version, boolean running) {
    this.image = image;
    this.version = version;
    this.running = running;
  }

  public static JdkImage running() {
    return new JdkImage(
        FileSystems.getFileSystem(URI.create("jrt:/")), Runtime.version().toString(), true);
  }

  /** The JDK in a directory, if there is one whose classes can be read. */
  public static Optional<JdkImage> in(Path home) {
    if (!Files.isRegularFile(home.resolve("lib").resolve("modules"))) {
      return Optional.empty();
    }
    try {
      FileSystem image =
          FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
      return Optional.of(new JdkImage(image, releaseIn(home), false));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The version of the JDK in a directory; empty if there is none. */
  static String releaseIn(Path home) {
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    } catch (IOException | IllegalArgumentException e) {
      return "";
    }
    String full = release.getProperty("JAVA_RUNTIME_VERSION", "");
    return (full.isEmpty() ? release.getProperty("JAVA_VERSION", "") : full).replace("\"", "");
  }

  /** Such as {@code 21.0.8+9-LTS}. */
  public String version() {
    return version;
  }

  /**
   * What it means that classes are looked up in this JDK, in a clause.
   *
   * @param ran the version of the JDK that ran, empty if unknown
   */
  public String insteadOf(String ran) {
    return (ran.isEmpty() ? "its JDK is unknown" : "its JDK " + ran + " is not on this machine")
        + ": the analyzer looks up the JDK's own code in JDK "
        + version
        + ", and names monitors of that code as perhaps held";
  }

  /** Whether it is the JDK of a version. */
  public boolean isOf(String other) {
    return isSame(version, other);
  }

  /**
   * Some runtimes state their version without the build, so that is compared where both have it.
   */
  static boolean isSame(String one, String two) {
    try {
      Runtime.Version first = Runtime.Version.parse(one);
      Runtime.Version second = Runtime.Version.parse(two);
      boolean sameBuild =
          first.build().isEmpty()
              || second.build().isEmpty()
              || first.build().equals(second.build());
      return first.version().equals(second.version()) && sameBuild;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The class file of that name and the module it belongs to. */
  public Optional<ClassPath.Found> find(String internalName) {
    int slash = internalName.lastIndexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    // Most are there, and listing the modules of a package takes far longer than one look.
    Optional<ClassPath.Found> base = findIn("java.base", internalName);
    if (base.isPresent()) {
      return base;
    }
    String folder = internalName.substring(0, slash).replace('/', '.');
    for (String module : modulesByPackage.computeIfAbsent(folder, this::modules)) {
      Optional<ClassPath.Found> found = findIn(module, internalName);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Whether any module has the package of a class. */
  public boolean hasPackageOf(String internalName) {
    int slash = internalName.lastIndexOf('/');
    return slash >= 0
        && !modulesByPackage
            .computeIfAbsent(internalName.substring(0, slash).replace('/', '.'), this::modules)
            .isEmpty();
  }

  private Optional<ClassPath.Found> findIn(String module, String internalName) {
    try {
      byte[] classFile =
          Files.readAllBytes(image.getPath("modules", module, internalName + ".class"));
      Library library =
          new Library(module, version.replaceFirst("[+-].*", ""), "jrt:/" + module, true);
      return Optional.of(new ClassPath.Found(library, classFile));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private List<String> modules(String packageName) {
    Path links = image.getPath("packages", packageName);
    if (!Files.isDirectory(links)) {
      return List.of();
    }
    try (Stream<Path> modules = Files.list(links)) {
      return modules.map(link -> link.getFileName().toString()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return find(internalName).map(ClassPath.Found::bytes);
  }

  @Override
  public void close() throws IOException {
    // The running JDK's image belongs to the JVM.
    if (!running) {
      image.close();
    }
  }
}
