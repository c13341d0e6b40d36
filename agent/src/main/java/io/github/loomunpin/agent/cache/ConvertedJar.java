// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.Code;
import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.cache.ConvertedClasses.Proof;
import io.github.loomunpin.agent.cache.Entry.Part;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.ConvertedTally;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * A jar that was converted and stays open, as it does for the class loader. Safe for any thread.
 */
final class ConvertedJar {

  private final JarFile jar;
  private final ConvertedClasses classes;
  private final ConvertedTally tally;

  private ConvertedJar(JarFile jar, ConvertedClasses classes, ConvertedTally tally) {
    this.jar = jar;
    this.classes = classes;
    this.tally = tally;
  }

  /**
   * Empty if it was not converted.
   *
   * @param agent this build of the agent
   * @throws UnusableException if what was made of it cannot be used
   * @throws IOException if it cannot be read
   */
  static Optional<ConvertedJar> open(
      File file, Supplier<Optional<String>> agent, ConvertedTally tally)
      throws IOException, UnusableException {
    JarFile jar = OwnFiles.open(file);
    Optional<ConvertedJar> converted = Optional.empty();
    try {
      ZipEntry proofs = jar.getEntry(ConvertedClasses.FILE);
      if (proofs != null) {
        ConvertedClasses classes = ConvertedClasses.read(read(jar), agent.get());
        converted = Optional.of(new ConvertedJar(jar, classes, tally));
      }
      return converted;
    } finally {
      if (converted.isEmpty()) {
        jar.close();
      }
    }
  }

  private static byte[] read(JarFile jar) throws UnusableException {
    try {
      return OwnFiles.read(jar, ConvertedClasses.FILE, ConvertedClasses.MOST_BYTES);
    } catch (IOException | RuntimeException e) {
      throw new UnusableException("it is damaged");
    }
  }

  /** What becomes of a class of this jar, if that is certain. */
  Optional<RewriteResult> result(String name, byte[] classFile, ModeQuestions live) {
    Proof proof = classes.proofs().get(name);
    if (proof == null) {
      return Optional.empty();
    }
    if (!proof.before().areOf(classFile)) {
      tally.anew(name, "its class file is another one");
      return Optional.empty();
    }
    Reading reading = new Reading(name, proof.after());
    Optional<RewriteResult> result = Trace.result(Part.of(proof.trace()), name, live, reading);
    if (result.isPresent()) {
      tally.used();
    } else {
      tally.anew(name, reading.why);
    }
    return result;
  }

  /** What the jar says of the code of a class of the JDK. */
  Optional<Boolean> locksThis(String internalName, byte[] classFile) {
    Code code = classes.code().get(internalName);
    return code != null && code.sums().areOf(classFile)
        ? Optional.of(code.locksThis())
        : Optional.empty();
  }

  private final class Reading implements Trace.Use {

    private final String name;
    private final Sums sums;
    private String why = "what became of it cannot be read";

    Reading(String name, Sums sums) {
      this.name = name;
      this.sums = sums;
    }

    @Override
    public Optional<byte[]> bytes() throws IOException {
      if (sums.length() == 0) {
        return Optional.empty();
      }
      try {
        int most = Math.min(sums.length(), ConvertedClasses.MOST_BYTES);
        byte[] bytes = OwnFiles.read(jar, ConvertedClasses.pathOf(name), most);
        if (sums.areOf(bytes)) {
          return Optional.of(bytes);
        }
      } catch (RuntimeException e) {
        // As of a file that somebody has written meanwhile.
      }
      throw new IOException("damaged");
    }

    @Override
    public void differs(Question question, String about) {
      why = question.of(about.replace('/', '.'));
    }
  }
}
