// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import io.github.loomunpin.agent.cache.ConvertedClasses;
import io.github.loomunpin.agent.cache.ConvertedClasses.Made;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;

/** What becomes of the classes of one jar. */
final class JarConversion {

  /** What the manifest says was done. */
  static final String ATTRIBUTE = "Loom-Unpin-Converted";

  private final InputJar jar;
  private final Rewriting rewriting;
  private final ConvertedClasses kept = ConvertedClasses.none();
  private final ModeQuestions questions;

  /** The files that are added, by their paths. */
  private final Map<String, byte[]> added = new TreeMap<>();

  private final Map<String, String> left = new TreeMap<>();
  private int classes;
  private int sites;

  /**
   * @throws RefusedException if the jar is damaged
   */
  JarConversion(InputJar jar, Rewriting rewriting) throws RefusedException {
    this.jar = jar;
    this.rewriting = rewriting;
    this.questions = rewriting.questions(kept);
    try {
      for (JarEntry entry : jar.file().versionedStream().toList()) {
        String path = entry.getName();
        if (path.endsWith(".class") && !path.startsWith("META-INF/")) {
          classes++;
          convert(path.substring(0, path.length() - ".class".length()), entry);
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new RefusedException("it cannot be read: " + Conversion.reason(e));
    }
  }

  private void convert(String name, JarEntry entry) throws IOException {
    byte[] classFile;
    try (InputStream in = jar.file().getInputStream(entry)) {
      classFile = in.readNBytes(ConvertedClasses.MOST_BYTES);
    }
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (classFile.length == ConvertedClasses.MOST_BYTES || !peek.isReadable()) {
      left.put(name, "it is no class file that can be read");
    } else if (peek.mayNeedRewriting()) {
      if (!peek.name().equals(name)) {
        left.put(name, "its file is not where a class " + peek.name() + " belongs");
      } else if (!rewriting.isFound(name, classFile)) {
        String place = rewriting.placeOf(name).map(path -> ", in " + path).orElse("");
        left.put(name, "the class path has another class of that name before it" + place);
      } else {
        rewrite(peek, classFile);
      }
    }
  }

  private void rewrite(ClassFilePeek peek, byte[] classFile) {
    try {
      Made made = Rewriting.rewrite(peek, classFile, questions, kept);
      if (made.isKept() && made.result().bytes().isPresent()) {
        added.put(ConvertedClasses.pathOf(peek.name()), made.result().bytes().get());
        sites += made.result().rewritten();
      } else if (!made.isKept()) {
        left.put(
            peek.name(),
            made.result().problems().isEmpty()
                ? "only a running JVM can tell what becomes of it"
                : made.result().problems().get(0));
      }
    } catch (RuntimeException e) {
      left.put(peek.name(), ClassFileProblem.describe(classFile, e));
    }
  }

  /**
   * Writes the jar with what became of its classes.
   *
   * @param agent which build of the agent has converted it
   * @throws RefusedException if it cannot be read
   * @throws IOException if it cannot be written
   */
  void write(Path to, String agent) throws RefusedException, IOException {
    int converted = added.size();
    byte[] proofs = kept.file(agent);
    if (proofs.length > ConvertedClasses.MOST_BYTES) {
      throw new RefusedException("it has more classes than the agent would read proofs of");
    }
    added.put(ConvertedClasses.FILE, proofs);
    String told =
        "loom-unpin "
            + OwnFiles.version(Conversion.class)
            + ", JDK "
            + Runtime.version()
            + ": "
            + sites
            + " sites in "
            + converted
            + " of "
            + classes
            + " classes";
    new OutputJar(jar, added, told).write(to);
    added.remove(ConvertedClasses.FILE);
  }

  /** Adds to a result what {@link Conversion} tells. */
  void tell(Map<String, Object> result) {
    result.put("classes", classes);
    result.put("converted", added.size());
    result.put("sites", sites);
    Map<String, String> named = new TreeMap<>();
    left.forEach((name, why) -> named.put(name.replace('/', '.'), why));
    result.put("left", named);
  }
}
