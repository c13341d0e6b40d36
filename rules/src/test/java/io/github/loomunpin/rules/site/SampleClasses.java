// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import io.github.loomunpin.rules.Ecj;
import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The classes of one source file under {@code sample}, made by one compiler.
 *
 * @param classes by internal name
 */
record SampleClasses(String name, String compiler, String source, Map<String, byte[]> classes) {

  private static final String FOLDER = Samples.folder(SampleClasses.class) + "/sample/";
  private static final JdkClasses JDK = new JdkClasses();

  /** Every sample, by javac as the build ran it and by ecj. */
  static List<SampleClasses> all(Path ecjOutput) throws IOException {
    Path sources = Samples.sourceFile(SampleClasses.class, "x").resolveSibling("sample");
    Map<String, byte[]> ecj = Ecj.compile(sources, ecjOutput);
    Map<String, byte[]> javac = new TreeMap<>();
    for (String name : ecj.keySet()) {
      javac.put(name, Samples.classFile(name));
    }
    try (Stream<Path> files = Files.list(sources)) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> name.startsWith("Has"))
          .sorted()
          .flatMap(name -> Stream.of(of(name, "javac", javac), of(name, "ecj", ecj)))
          .toList();
    }
  }

  private static SampleClasses of(String name, String compiler, Map<String, byte[]> all) {
    Map<String, byte[]> own = new TreeMap<>(all);
    String prefix = FOLDER + name;
    own.keySet().removeIf(key -> !key.equals(prefix) && !key.startsWith(prefix + "$"));
    try {
      String source = Files.readString(Path.of("src/test/java", prefix + ".java"));
      return new SampleClasses(name, compiler, source, own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rules that know the JDK and the samples, and keep nothing else native. */
  static ModeRules rules() {
    ClassSource samples = SampleClasses::find;
    ClassIndex index = new ClassIndex(JDK, samples);
    return new ModeRules(new ModeAnswers(index, new JdkMonitors(index, JDK), name -> false, false));
  }

  private static Optional<byte[]> find(String internalName) {
    try {
      return internalName.startsWith(FOLDER)
          ? Optional.of(Samples.classFile(internalName))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return name + " by " + compiler;
  }
}
