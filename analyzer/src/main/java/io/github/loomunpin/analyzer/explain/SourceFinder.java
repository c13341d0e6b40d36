// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import io.github.loomunpin.analyzer.explain.Explanation.Code;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.analyzer.source.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds the source of a site: in the library itself if it is one of sources, in the source folder
 * of a build whose class folder it is, in a {@code -sources.jar} beside the jar, or in one in
 * Maven's local repository. What cannot be read, or belongs to another version, is as good as not
 * there.
 */
public final class SourceFinder {

  private static final String SOURCES = "-sources.jar";
  private static final int MOST_BYTES = 32 << 20;

  private final Path mavenRepository;

  /**
   * @param mavenRepository the local one; it need not exist
   */
  public SourceFinder(Path mavenRepository) {
    this.mavenRepository = mavenRepository;
  }

  Optional<Code> find(ScannedSite site) {
    try {
      return find(site, pathOf(site));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<Code> find(ScannedSite site, String file) {
    Library library = site.library();
    if (library.jdk()) {
      return Optional.empty();
    }
    boolean isNested = library.path().contains("!/");
    Path place = Path.of(isNested ? library.name() : library.path());
    if (Files.isDirectory(place)) {
      return inFolders(place, file, site);
    }
    if (file.endsWith(place.getFileName().toString())) {
      return read(place.toString(), file, bytes(place), site);
    }
    if (place.toString().endsWith(".class")) {
      return inFolders(rootOf(place, site.site().owner()), file, site);
    }
    List<Path> jars = new ArrayList<>();
    if (!isNested) {
      jars.add(place.getFileName().toString().endsWith(SOURCES) ? place : sourcesBeside(place));
    }
    Optional<Code> found = inJars(jars, file, site);
    return found.isPresent() ? found : inJars(inRepository(library), file, site);
  }

  /** The folder below which packages begin, if the file stands where its package says. */
  private static Path rootOf(Path classFile, String owner) {
    Path root = classFile.toAbsolutePath().getParent();
    for (int i = 0; i < owner.chars().filter(c -> c == '/').count(); i++) {
      root = root.getParent() == null ? root : root.getParent();
    }
    return root;
  }

  /** The path of the source below its root. */
  private static String pathOf(ScannedSite site) {
    String owner = site.site().owner();
    String folder = owner.substring(0, owner.lastIndexOf('/') + 1);
    if (!site.sourceFile().isEmpty()) {
      return folder + site.sourceFile();
    }
    int nested = owner.indexOf('$', folder.length() + 1);
    return (nested < 0 ? owner : owner.substring(0, nested)) + ".java";
  }

  private static Path sourcesBeside(Path jar) {
    String name = jar.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return jar.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + SOURCES);
  }

  private static Optional<Code> inFolders(Path classes, String file, ScannedSite site) {
    for (Path root : SourceFolders.of(classes)) {
      Path source = root.resolve(file);
      if (Files.isRegularFile(source)) {
        Optional<Code> code = read(root.toString(), file, bytes(source), site);
        if (code.isPresent()) {
          return code;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Code> inJars(List<Path> jars, String file, ScannedSite site) {
    for (Path jar : jars) {
      if (Files.isRegularFile(jar)) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          Optional<byte[]> bytes = entry(zip, file);
          if (bytes.isPresent()) {
            Optional<Code> code = read(jar.toString(), file, bytes, site);
            if (code.isPresent()) {
              return code;
            }
          }
        } catch (IOException e) {
          continue;
        }
      }
    }
    return Optional.empty();
  }

  /** At the top, or below the folder of a module or a source set. */
  private static Optional<byte[]> entry(ZipFile zip, String file) throws IOException {
    ZipEntry entry = zip.getEntry(file);
    if (entry == null) {
      entry =
          zip.stream()
              .filter(other -> other.getName().endsWith("/" + file))
              .findFirst()
              .map(ZipEntry.class::cast)
              .orElse(null);
    }
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return Optional.of(in.readNBytes(MOST_BYTES));
    }
  }

  private static Optional<byte[]> bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(in.readNBytes(MOST_BYTES));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Code> read(
      String from, String file, Optional<byte[]> bytes, ScannedSite site) {
    return bytes
        .map(found -> new String(found, StandardCharsets.UTF_8))
        .flatMap(text -> Excerpt.of(site.site(), text))
        .map(excerpt -> new Code(from, file, excerpt));
  }

  /**
   * Any group's artifact of that name and version: which group a jar belongs to it often does not
   * say, and the path of the source tells whether it is the right one.
   */
  private List<Path> inRepository(Library library) {
    List<Path> found = new ArrayList<>();
    if (library.version().isEmpty() || !Files.isDirectory(mavenRepository)) {
      return found;
    }
    String jar = library.name() + "-" + library.version() + SOURCES;
    try {
      Files.walkFileTree(
          mavenRepository,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (!folder.getFileName().toString().equals(library.name())) {
                return FileVisitResult.CONTINUE;
              }
              Path sources = folder.resolve(library.version()).resolve(jar);
              if (Files.isRegularFile(sources)) {
                found.add(sources);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      return found;
    }
    return found;
  }
}
