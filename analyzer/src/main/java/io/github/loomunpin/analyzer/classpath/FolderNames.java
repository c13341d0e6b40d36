// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Name and version of a folder of class files. The folder that a build compiles to has the name of
 * what is built, as its jar has: all of them are called {@code classes} or {@code main}.
 */
final class FolderNames {

  /** Below the folder of a project. */
  private static final Path OF_MAVEN = Path.of("target", "classes");

  private static final Path OF_GRADLE = Path.of("build", "classes");

  private static final String PLACEHOLDER = "${";

  private FolderNames() {}

  static Library of(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (absolute.endsWith(OF_MAVEN)) {
      Optional<Library> built = ofPom(absolute.resolve("../../pom.xml").normalize(), folder);
      if (built.isPresent()) {
        return built.get();
      }
    }
    Path ofGradle = ancestor(absolute, 2);
    if (ofGradle.endsWith(OF_GRADLE) && absolute.endsWith("main")) {
      Path project = ancestor(ofGradle, 2);
      if (project.getFileName() != null) {
        return library(project.getFileName().toString(), "", folder);
      }
    }
    return library(ownName(folder, absolute), "", folder);
  }

  private static Library library(String name, String version, Path folder) {
    return new Library(name, version, folder.toString(), false);
  }

  private static Path ancestor(Path path, int generations) {
    Path found = path;
    for (int i = 0; i < generations && found.getParent() != null; i++) {
      found = found.getParent();
    }
    return found;
  }

  private static String ownName(Path folder, Path absolute) {
    Path plain = folder.normalize();
    // "." and "/" have no name of their own.
    boolean hasName = !plain.toString().isEmpty() && plain.getFileName() != null;
    return hasName || absolute.getFileName() == null
        ? plain.toString()
        : absolute.getFileName().toString();
  }

  private static Optional<Library> ofPom(Path pom, Path folder) {
    if (!Files.isRegularFile(pom)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(pom)) {
      Coordinates found = coordinates(in);
      return found.artifact.isEmpty() || found.artifact.contains(PLACEHOLDER)
          ? Optional.empty()
          : Optional.of(library(found.artifact, found.knownVersion(), folder));
    } catch (IOException | XMLStreamException e) {
      // A broken project only costs a name.
      return Optional.empty();
    }
  }

  private static final class Coordinates {
    private String artifact = "";
    private String version = "";
    private String parentVersion = "";

    private String knownVersion() {
      String known = version.isEmpty() ? parentVersion : version;
      return known.contains(PLACEHOLDER) ? "" : known;
    }
  }

  private static Coordinates coordinates(InputStream pom) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader reader = factory.createXMLStreamReader(pom);
    Coordinates found = new Coordinates();
    String path = "";
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamReader.START_ELEMENT -> path += "/" + reader.getLocalName();
        case XMLStreamReader.END_ELEMENT -> path = path.substring(0, path.lastIndexOf('/'));
        case XMLStreamReader.CHARACTERS -> {
          String text = reader.getText().strip();
          switch (path) {
            case "/project/artifactId" -> found.artifact += text;
            case "/project/version" -> found.version += text;
            case "/project/parent/version" -> found.parentVersion += text;
            default -> {}
          }
        }
        default -> {}
      }
    }
    return found;
  }
}
