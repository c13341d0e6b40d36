// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All artifacts as one class path, which stands in for the dependencies of each. */
final class Corpus implements ClassSource {

  private final List<ArtifactJar> jars = new ArrayList<>();
  private final Map<String, ArtifactJar> first = new HashMap<>();

  void add(Artifact artifact, File file) throws IOException {
    ArtifactJar jar = ArtifactJar.open(artifact, file);
    jars.add(jar);
    jar.entries().forEach(entry -> first.putIfAbsent(entry, jar));
  }

  List<ArtifactJar> jars() {
    return jars;
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    ArtifactJar jar = first.get(internalName);
    return jar == null ? Optional.empty() : jar.bytes(internalName);
  }

  /** Where the class file is that {@link #bytes} finds, by its name as a resource. */
  Optional<URL> url(String resource) {
    ArtifactJar jar = first.get(ArtifactJar.entryOf(resource));
    return jar == null ? Optional.empty() : jar.url(resource);
  }
}
