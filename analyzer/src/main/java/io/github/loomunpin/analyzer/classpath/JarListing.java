// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The entries of an archive that matter, after the choice between versions:
 *
 * <ol>
 *   <li>a multi-release jar (its manifest says so) gives each class in its newest version up to the
 *       chosen release, as a JVM of that release loads it;
 *   <li>in any other jar {@code META-INF/versions} is not a place for classes, and is left out, as
 *       a JVM does.
 * </ol>
 *
 * @param classPaths without the classes of Spring Boot's loader, where the archive is executable
 * @param loaderClassPaths those classes
 * @param serviceFiles those of {@code META-INF/services}
 * @param packages folders of classes, without root, with a slash at the end
 */
record JarListing(
    List<String> classPaths,
    List<String> loaderClassPaths,
    List<String> sourcePaths,
    List<String> nestedArchives,
    List<String> mavenDescriptors,
    List<String> serviceFiles,
    Set<String> packages,
    boolean multiRelease,
    int versionedClasses) {

  static JarListing of(ZipFile zip, EntryReader reader, int release) {
    // A JVM sees one of several entries with the same name, whichever the library finds.
    Set<String> nested = new LinkedHashSet<>();
    Set<String> descriptors = new LinkedHashSet<>();
    Set<String> sources = new LinkedHashSet<>();
    Set<String> services = new LinkedHashSet<>();
    Map<String, String> classes = new LinkedHashMap<>();
    List<String> versioned = new ArrayList<>();
    zip.stream()
        .map(ZipEntry::getName)
        .forEach(
            name -> {
              if (ClassRoots.isClass(name)) {
                if (name.startsWith(ClassRoots.VERSIONS)) {
                  versioned.add(name);
                } else {
                  classes.put(name, name);
                }
              } else if (ClassRoots.isSource(name)) {
                sources.add(name);
              } else if (ClassRoots.isArchive(name)) {
                nested.add(name);
              } else if (name.startsWith("META-INF/maven/") && name.endsWith("pom.properties")) {
                descriptors.add(name);
              } else if (ServiceFiles.isOne(name)) {
                services.add(name);
              }
            });
    boolean multiRelease = !versioned.isEmpty() && isMultiRelease(zip, reader);
    int replaced = multiRelease ? replace(classes, versioned, release) : 0;
    List<String> loader = BootLoader.classPaths(classes.keySet(), reader, zip::getEntry);
    classes.keySet().removeAll(loader);
    return new JarListing(
        List.copyOf(classes.values()),
        loader,
        classes.isEmpty() ? List.copyOf(sources) : List.of(),
        List.copyOf(nested),
        List.copyOf(descriptors),
        List.copyOf(services),
        packages(classes.keySet()),
        multiRelease,
        replaced);
  }

  private static boolean isMultiRelease(ZipFile zip, EntryReader reader) {
    return "true"
        .equalsIgnoreCase(
            LibraryNames.manifest(reader, zip::getEntry)
                .getMainAttributes()
                .getValue("Multi-Release"));
  }

  private static int replace(Map<String, String> classes, List<String> versioned, int release) {
    Map<String, Integer> newest = new HashMap<>();
    for (String name : versioned) {
      int slash = name.indexOf('/', ClassRoots.VERSIONS.length());
      int version = slash < 0 ? 0 : number(name.substring(ClassRoots.VERSIONS.length(), slash));
      String base = name.substring(slash + 1);
      // Nothing of META-INF has versions.
      if (!base.startsWith("META-INF/")
          && version > 8
          && version <= release
          && version > newest.getOrDefault(base, 0)) {
        newest.put(base, version);
        classes.put(base, name);
      }
    }
    return newest.size();
  }

  private static int number(String digits) {
    return digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : 0;
  }

  static Set<String> packages(Collection<String> classes) {
    Set<String> packages = new HashSet<>();
    for (String path : classes) {
      packages.add(ClassRoots.stripRoot(path.substring(0, path.lastIndexOf('/') + 1)));
    }
    return Set.copyOf(packages);
  }
}
