// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import io.github.loomunpin.agent.cache.ConvertedClasses;
import io.github.loomunpin.agent.cache.ConvertedClasses.Made;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.KnownCode;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites the classes of a class path by the answers that the agent will have, if the program is
 * run with this class path by the JDK's application class loader and on this JDK.
 */
final class Rewriting {

  private final ClassPath classPath;
  private final ClassSource jdk = new JdkClasses(ClassSource.NONE);
  private final ClassIndex index;

  /** Which classes of the JDK lock themselves, as found out for any jar. */
  private final Map<String, Boolean> known = new HashMap<>();

  Rewriting(ClassPath classPath) {
    this.classPath = classPath;
    this.index = new ClassIndex(jdk, classPath);
  }

  /** The answers for the classes of one jar, which is to know what they depend on by itself. */
  ModeQuestions questions(ConvertedClasses kept) {
    return new ModeAnswers(
        index, new JdkMonitors(index, jdk, new Shared(kept)), name -> false, false);
  }

  private final class Shared implements KnownCode {

    private final ConvertedClasses kept;

    Shared(ConvertedClasses kept) {
      this.kept = kept;
    }

    @Override
    public Optional<Boolean> locksThis(String internalName, byte[] classFile) {
      Optional<Boolean> answer = Optional.ofNullable(known.get(internalName));
      answer.ifPresent(locks -> kept.add(internalName, classFile, locks));
      return answer;
    }

    @Override
    public void add(String internalName, byte[] classFile, boolean locksThis) {
      known.put(internalName, locksThis);
      kept.add(internalName, classFile, locksThis);
    }
  }

  /** Whether this is the class file that the class path has for that name. */
  boolean isFound(String name, byte[] classFile) {
    return classPath.bytes(name).filter(found -> Arrays.equals(found, classFile)).isPresent();
  }

  /** The jar or folder in which the class path has the class of that name. */
  Optional<Path> placeOf(String name) {
    return classPath.placeOf(name);
  }

  /** Rewrites a class and keeps what became of it. */
  static Made rewrite(
      ClassFilePeek peek, byte[] classFile, ModeQuestions questions, ConvertedClasses kept) {
    return kept.add(
        peek.name(),
        classFile,
        questions,
        classes -> new ClassRewriter(new ModeRules(classes)).rewrite(classFile, peek));
  }
}
