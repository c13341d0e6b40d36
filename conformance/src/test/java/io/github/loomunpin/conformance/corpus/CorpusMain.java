// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Runs in a JVM of the target version: {@code CorpusMain verify|compile|instrument LIST RESULT},
 * where LIST has lines of artifact, tab, jar.
 */
final class CorpusMain {

  private CorpusMain() {}

  public static void main(String[] arguments) throws Exception {
    String mode = arguments[0];
    boolean compile = mode.equals("compile");
    Corpus corpus = new Corpus();
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      String[] parts = line.split("\t");
      corpus.add(Artifact.parse(parts[0]), Path.of(parts[1]).toFile());
    }
    LinkedHashMap<Artifact, Counts> results = new LinkedHashMap<>();
    for (ArtifactJar jar : corpus.jars()) {
      results.put(
          jar.artifact(),
          switch (mode) {
            case "verify" -> verify(jar, corpus);
            case "compile" -> compile(jar, corpus);
            case "instrument" -> instrument(jar, corpus);
            default -> throw new IllegalArgumentException(mode);
          });
      System.out.printf("%d/%d %s%n", results.size(), corpus.jars().size(), jar.artifact());
    }
    ArrayList<String> surprises = new ArrayList<>(compile ? JitCheck.calibrate() : List.of());
    new CorpusResult(Runtime.version().toString(), results, surprises).write(Path.of(arguments[2]));
  }

  private static Counts verify(ArtifactJar jar, Corpus corpus) {
    Counts counts = new Counts();
    ArtifactClasses classes = new ArtifactClasses(jar, corpus, counts);
    classes.rewrite();
    CorpusLoader before = new CorpusLoader(classes.original());
    CorpusLoader after = new CorpusLoader(classes.rewritten());
    LinkCheck link = new LinkCheck(before, after, counts);
    AsmCheck asm = new AsmCheck(before, after, counts);
    classes.checkGlance();
    classes.checkCache();
    for (ChangedClass changed : classes.changed()) {
      link.check(changed);
      asm.check(changed);
    }
    return counts;
  }

  private static Counts compile(ArtifactJar jar, Corpus corpus) {
    // What the rewriter does is counted in the other JVM.
    ArtifactClasses classes = new ArtifactClasses(jar, corpus, new Counts());
    classes.rewrite();
    Counts counts = new Counts();
    JitCheck jit = new JitCheck(classes, counts);
    classes.changed().forEach(jit::check);
    return counts;
  }

  private static Counts instrument(ArtifactJar jar, Corpus corpus) {
    Counts counts = new Counts();
    new Instrumented(corpus, counts).check(jar);
    return counts;
  }
}
