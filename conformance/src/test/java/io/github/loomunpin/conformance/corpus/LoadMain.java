// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.io.PrintWriter;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import jdk.test.whitebox.WhiteBox;

/**
 * Loads and links every class of artifacts, so that the agents of this JVM transform it: {@code
 * LoadMain LIST RESULT}, where LIST has lines of artifact, tab, jar. RESULT gets lines of artifact,
 * tab, class, tab, what the JVM threw or {@value #LINKED}, tab, {@value #INSTRUMENTED} if
 * OpenTelemetry has added to the class.
 */
final class LoadMain {

  static final String LINKED = "linked";

  static final String INSTRUMENTED = "instrumented";

  private static final Class<?> MARKER = marker();

  private LoadMain() {}

  public static void main(String[] arguments) throws Exception {
    Corpus corpus = new Corpus();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] parts = line.split("\t");
      corpus.add(Artifact.parse(parts[0]), Path.of(parts[1]).toFile());
    }
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
      for (ArtifactJar jar : corpus.jars()) {
        Loader loader = new Loader(jar, corpus);
        for (String entry : new TreeSet<>(jar.entries())) {
          out.println(jar.artifact() + "\t" + entry + "\t" + link(entry, loader));
        }
        System.out.println(jar.artifact());
      }
    }
  }

  private static String link(String entry, Loader loader) {
    try {
      Class<?> c = Class.forName(entry.replace('/', '.'), false, loader);
      WhiteBox.JVM.linkClass(c);
      return LINKED + "\t" + addedTo(c);
    } catch (LinkageError | ClassNotFoundException | SecurityException e) {
      return e.getClass().getName() + "\t";
    }
  }

  /** OpenTelemetry hides from reflection what it adds, but not from the JVM. */
  private static String addedTo(Class<?> c) {
    return MARKER.isAssignableFrom(c) ? INSTRUMENTED : "";
  }

  private static Class<?> marker() {
    try {
      return Class.forName(
          "io.opentelemetry.javaagent.bootstrap.VirtualFieldInstalledMarker", false, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JVM must have OpenTelemetry's agent", e);
    }
  }

  /** One artifact and all others behind it, which shows its class files as agents expect it. */
  private static final class Loader extends CorpusLoader {

    private final ArtifactJar first;
    private final Corpus others;

    Loader(ArtifactJar first, Corpus others) {
      super(name -> first.bytes(name).or(() -> others.bytes(name)));
      this.first = first;
      this.others = others;
    }

    @Override
    protected URL findResource(String name) {
      return first.url(name).or(() -> others.url(name)).orElse(null);
    }
  }
}
