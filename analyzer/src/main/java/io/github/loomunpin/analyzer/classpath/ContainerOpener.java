// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns one path of a user into containers; what cannot be opened becomes a gap. */
final class ContainerOpener {

  private static final String SOURCES = "-sources.jar";

  // To open a pipe would wait for its writer, perhaps for ever.
  private static final String NOT_REGULAR = "not a regular file";

  private final ReadOptions options;
  private final Gaps gaps;
  private final NestedBudget budget;
  private final List<Container> opened = new ArrayList<>();

  /** A file is opened once, whatever it is called; a JVM takes the first as well. */
  private final Set<Path> seen = new HashSet<>();

  /** The archives that are not part of others, by name and version. */
  private final Map<List<String>, List<JarContainer>> archives = new HashMap<>();

  /** Archives of nothing that is read, as the starters of Spring Boot are. */
  private final List<String> withoutClasses = new ArrayList<>();

  ContainerOpener(ReadOptions options, Gaps gaps) {
    this.options = options;
    this.gaps = gaps;
    this.budget = new NestedBudget(options.limits());
  }

  /**
   * Without the sources of jars that are opened as well, which say the same again. If nothing at
   * all is worth reading, archives without classes are a gap.
   */
  List<Container> opened() {
    if (opened.stream().noneMatch(Container::isWorthReading)) {
      withoutClasses.forEach(
          path -> gaps.unreadable(path, "no class files or sources in this archive"));
    }
    Set<String> paths =
        opened.stream().map(found -> found.library().path()).collect(Collectors.toSet());
    List<Container> kept = new ArrayList<>();
    for (Container found : opened) {
      if (!found.sourcePaths().isEmpty() && paths.contains(ofClasses(found.library().path()))) {
        close(found);
      } else {
        kept.add(found);
      }
    }
    return kept;
  }

  private void close(Container container) {
    try {
      container.close();
    } catch (IOException e) {
      gaps.unreadable(container.library().path(), e);
    }
  }

  /** The jar that a jar of sources stands beside; empty for other files. */
  private static String ofClasses(String path) {
    return path.endsWith(SOURCES)
        ? path.substring(0, path.length() - SOURCES.length()) + ".jar"
        : "";
  }

  void open(String input) {
    try {
      if (input.isEmpty()) {
        gaps.unreadable("''", "an empty path, perhaps of a variable that is not set");
        return;
      }
      if (input.startsWith("jrt:/")) {
        openModule(input.substring("jrt:/".length()));
        return;
      }
      Path path = Path.of(input);
      if (!Files.exists(path)) {
        gaps.unreadable(input, "no such file or directory");
      } else if (!seen.add(path.toRealPath())) {
        return;
      } else if (Files.isDirectory(path)) {
        openDirectory(path);
      } else {
        openFile(path);
      }
    } catch (InvalidPathException e) {
      gaps.unreadable(input, "not a path");
    } catch (IOException e) {
      gaps.unreadable(input, e);
    }
  }

  private void openModule(String module) throws IOException {
    Path directory = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module);
    if (module.isEmpty() || !Files.isDirectory(directory)) {
      gaps.unreadable("jrt:/" + module, "there is no such module in the running JDK");
      return;
    }
    Library library =
        new Library(module, Integer.toString(Runtime.version().feature()), "jrt:/" + module, true);
    Tree tree = new Tree(directory);
    Files.walkFileTree(directory, tree);
    opened.add(
        DirectoryContainer.of(library, directory, tree.classes, List.of(), options.limits()));
  }

  private void openDirectory(Path directory) throws IOException {
    // What a link leads to is walked, links below it are not.
    Path real = directory.toRealPath();
    int gapsBefore = gaps.toList().size();
    Tree tree = new Tree(real);
    Files.walkFileTree(real, tree);
    int before = opened.size();
    if (!tree.classes.isEmpty() || !tree.sources.isEmpty()) {
      Library library = FolderNames.of(directory);
      tree.classes.sort(null);
      tree.sources.sort(null);
      opened.add(
          DirectoryContainer.of(library, directory, tree.classes, tree.sources, options.limits()));
    }
    tree.archives.sort(null);
    for (Path archive : tree.archives) {
      if (seen.add(archive.toRealPath())) {
        Path named = directory.resolve(real.relativize(archive));
        openArchive(named, named.toString());
      }
    }
    boolean mayBeEmpty = !options.archivesInDirectories() || gaps.toList().size() > gapsBefore;
    if (opened.size() == before && tree.archives.isEmpty() && !mayBeEmpty) {
      gaps.unreadable(
          directory.toString(), "no class files, archives or sources in this directory");
    }
  }

  /** Collects class files and archives; a folder that cannot be listed is a gap. */
  private final class Tree extends SimpleFileVisitor<Path> {

    private final Path root;
    private final List<String> classes = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();
    private final List<Path> archives = new ArrayList<>();

    Tree(Path root) {
      this.root = root;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String path = root.relativize(file).toString().replace('\\', '/');
      boolean isClass = ClassRoots.isClass(path) && !path.startsWith(ClassRoots.VERSIONS);
      boolean isArchive = options.archivesInDirectories() && ClassRoots.isArchive(path);
      boolean isSource = ClassRoots.isSource(path);
      if ((isClass || isArchive || isSource) && !Files.isRegularFile(file)) {
        gaps.unreadable(file.toString(), NOT_REGULAR);
      } else if (isClass) {
        classes.add(path);
      } else if (isSource) {
        sources.add(path);
      } else if (isArchive) {
        archives.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      gaps.unreadable(file.toString(), failure);
      return FileVisitResult.CONTINUE;
    }
  }

  private void openFile(Path file) throws IOException {
    String path = file.toString();
    if (!Files.isRegularFile(file)) {
      gaps.unreadable(path, NOT_REGULAR);
    } else if (path.endsWith(".class") || ClassRoots.isSource(path)) {
      opened.add(new ClassFile(file, options.limits()));
    } else if (ClassRoots.isArchive(path) || startsLikeAZip(file)) {
      int before = opened.size();
      int gapsBefore = gaps.toList().size();
      openArchive(file, path);
      boolean hasClasses =
          opened.subList(before, opened.size()).stream().anyMatch(Container::isWorthReading);
      if (!hasClasses && gaps.toList().size() == gapsBefore) {
        withoutClasses.add(path);
      }
    } else {
      gaps.unreadable(path, "neither an archive nor a class file or source");
    }
  }

  private static boolean startsLikeAZip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(2);
      return start.length == 2 && start[0] == 'P' && start[1] == 'K';
    }
  }

  private void openArchive(Path file, String path) {
    budget.allowFor(file.toFile().length());
    try {
      openArchive(file, path, 0);
    } catch (IOException e) {
      gaps.unreadable(path, e);
    }
  }

  private void openArchive(Path file, String path, int depth) throws IOException {
    JarContainer jar;
    try {
      jar = JarContainer.open(file, path, options, depth > 0);
    } catch (IOException | RuntimeException e) {
      gaps.unreadable(path, "not a readable archive (" + Gap.reason(e) + ")");
      return;
    }
    jar.bootLoader().ifPresent(opened::add);
    if (depth == 0 && !jar.classPaths().isEmpty() && isCopy(jar)) {
      jar.close();
      return;
    }
    boolean used = jar.isWorthReading() || jar.bootLoader().isPresent();
    if (used) {
      opened.add(jar);
    }
    try {
      openNested(jar, path, depth);
    } finally {
      if (!used) {
        jar.close();
      }
    }
  }

  /** Whether an archive has what one before it has. Of two copies, a JVM uses only the first. */
  private boolean isCopy(JarContainer jar) {
    Library library = jar.library();
    List<JarContainer> others =
        archives.computeIfAbsent(
            List.of(library.name(), library.version()), name -> new ArrayList<>(1));
    if (others.stream().anyMatch(jar::hasClassesOf)) {
      return true;
    }
    others.add(jar);
    return false;
  }

  private void openNested(JarContainer jar, String path, int depth)
      throws NestedBudget.SpentException {
    for (String nested : jar.nestedArchives()) {
      String nestedPath = path + "!/" + nested;
      if (depth + 1 >= options.limits().depth()) {
        gaps.unreadable(
            nestedPath, "archives nested deeper than " + options.limits().depth() + ", skipped");
        return;
      }
      budget.spend();
      try {
        openArchive(jar.extract(nested, budget), nestedPath, depth + 1);
      } catch (NestedBudget.SpentException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        gaps.unreadable(nestedPath, e);
      }
    }
  }
}
