// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;

/**
 * Rewrites each class as its loader defines it. Called by many threads at once and, because reading
 * a superclass's bytes may load classes, from within itself; keeps no lock while it calls out.
 *
 * <p>Registered as not retransforming: other agents' retransformations then start from the
 * rewritten class, whose methods have lost their synchronized flags already. The JVM lets no
 * retransformation change the flags of methods, so starting from the original class file would make
 * every one of them fail. A redefinition comes here again and gets the same rewrite, since that
 * depends on nothing but the bytes and the fixed options.
 */
public final class MonitorTransformer implements ClassFileTransformer {

  private static final List<String> OWN =
      List.of(
          "io/github/loomunpin/agent/",
          "io/github/loomunpin/rules/",
          "io/github/loomunpin/shaded/");

  private final ModeBasis basis;
  private final LoaderIndexes indexes;
  private final AgentOptions options;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** The transformer of this JVM. */
  public MonitorTransformer(ModeBasis basis, AgentOptions options, Outcome outcome) {
    this.basis = basis;
    this.indexes = new LoaderIndexes(basis);
    this.options = options;
    this.outcome = outcome;
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == platform || isOwn(className)) {
      return null;
    }
    try {
      if (loader == null) {
        if (indexes.mayBeAddedToBoot(className)) {
          seeAddedClass(className, classFile);
        }
        return null;
      }
      return rewrite(loader, className, classFile);
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      fail(className == null ? nameIn(classFile) : className, loader, classFile, t);
      return null;
    }
  }

  /** The JVM gives no name where a loader defines a class without one. */
  private static String nameIn(byte[] classFile) {
    try {
      return ClassFilePeek.at(classFile).name();
    } catch (RuntimeException e) {
      return "a class without a name";
    }
  }

  private void fail(String name, ClassLoader loader, byte[] classFile, Throwable t) {
    outcome.failed(
        name,
        loader == null
            ? "the boot loader"
            : loader.getClass().getName() + "@" + System.identityHashCode(loader),
        t instanceof RuntimeException e ? ClassFileProblem.describe(classFile, e) : t.toString(),
        t);
  }

  /** The rewrite of a hidden class, null if there is nothing to rewrite. */
  byte[] transformHidden(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (loader == null || loader == platform || isOwn(peek.name())) {
      return null;
    }
    ClassIndex index = indexes.ofHidden(loader, peek.name(), classFile);
    try {
      return rewrite(index, peek, peek.name(), classFile);
    } catch (Throwable t) {
      fail(peek.name(), loader, classFile, t);
      return null;
    }
  }

  private byte[] rewrite(ClassLoader loader, String className, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    String name = className == null ? peek.name() : className;
    if (!peek.superName().isEmpty()) {
      ClassFacts facts =
          new ClassFacts(name, peek.superName(), peek.interfaces(), peek.access(), false);
      indexes.define(loader, facts).ifPresent(outcome::unsafe);
    }
    return rewrite(indexes.of(loader), peek, name, classFile);
  }

  private void seeAddedClass(String name, byte[] classFile) {
    boolean judgedVirtual = indexes.addToBoot(name, classFile);
    if (judgedVirtual && ClassFilePeek.at(classFile).mayHaveSites()) {
      outcome.warn(
          name.replace('/', '.')
              + " locks natively, since the boot loader loads it, after classes that name it may"
              + " have been rewritten as if it were the application's");
    }
  }

  /** A rewriter like that for an application's class, but one whose work is not counted. */
  public ClassRewriter rewriter() {
    ClassIndex index = indexes.fresh(MonitorTransformer.class.getClassLoader());
    return new ClassRewriter(basis.rules(index), index);
  }

  private byte[] rewrite(ClassIndex index, ClassFilePeek peek, String name, byte[] classFile) {
    outcome.seen();
    if (!peek.mayNeedRewriting()) {
      return null;
    }
    RewriteResult result = new ClassRewriter(basis.rules(index), index).rewrite(classFile, peek);
    outcome.add(result);
    Optional<byte[]> bytes = result.bytes();
    options.dump().ifPresent(folder -> Dump.write(folder, name, classFile, bytes, outcome));
    return options.mode() == AgentOptions.Mode.REWRITE ? bytes.orElse(null) : null;
  }

  private static boolean isOwn(String className) {
    if (className != null) {
      for (String prefix : OWN) {
        if (className.startsWith(prefix)) {
          return true;
        }
      }
    }
    return false;
  }
}
