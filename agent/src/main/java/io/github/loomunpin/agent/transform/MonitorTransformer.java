// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Rewrites each class as its loader defines it. Called by many threads at once and, because reading
 * a superclass's bytes may load classes, from within itself; keeps no lock while it calls out.
 *
 * <p>Registered as not retransforming: other agents' retransformations then start from the
 * rewritten class, whose methods have lost their flags already (HAZARDS F2). A redefinition comes
 * here again and gets the same rewrite, since that depends on nothing but the bytes and the fixed
 * options.
 */
public final class MonitorTransformer implements ClassFileTransformer {

  private static final List<String> OWN =
      List.of(
          "io/github/loomunpin/agent/",
          "io/github/loomunpin/rules/",
          "io/github/loomunpin/shaded/");

  private final ClassIndex jdkIndex;
  private final JdkMonitors jdk;
  private final NativeClasses nativeClasses;
  private final AgentOptions options;
  private final Outcome outcome;
  private final BootClasses bootClasses;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** One index per loader; its source refers to the loader weakly. */
  private final Map<ClassLoader, ClassIndex> indexes = new WeakHashMap<>();

  /**
   * A transformer for one JVM.
   *
   * @param jdkIndex the classes of the running JDK
   */
  public MonitorTransformer(
      ClassIndex jdkIndex,
      JdkMonitors jdk,
      NativeClasses nativeClasses,
      AgentOptions options,
      Outcome outcome) {
    this.jdkIndex = jdkIndex;
    this.bootClasses = new BootClasses(jdkIndex);
    this.jdk = jdk;
    this.nativeClasses = nativeClasses;
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
        if (bootClasses.mayHaveBeenAdded(className)) {
          seeAddedClass(className, classFile);
        }
        return null;
      }
      return rewrite(loader, className, classFile);
    } catch (Throwable t) {
      // Anything thrown would be swallowed by the JVM and leave the class native without a word.
      fail(className == null ? nameIn(classFile) : className, classFile, t);
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

  private void fail(String name, byte[] classFile, Throwable t) {
    outcome.failed(
        name,
        t instanceof RuntimeException e ? ClassFileProblem.describe(classFile, e) : t.toString(),
        t);
  }

  /** The rewrite of a hidden class, null if there is nothing to rewrite. */
  byte[] transformHidden(ClassLoader loader, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    if (loader == null || loader == platform || isOwn(peek.name())) {
      return null;
    }
    // A visible class may have the same name, so what is known of this one is known to it alone.
    ClassIndex index =
        jdkIndex.withApplication(new LoaderClasses(loader).with(peek.name(), classFile));
    try {
      return rewrite(index, peek, peek.name(), classFile);
    } catch (Throwable t) {
      fail(peek.name(), classFile, t);
      return null;
    }
  }

  private byte[] rewrite(ClassLoader loader, String className, byte[] classFile) {
    ClassFilePeek peek = ClassFilePeek.at(classFile);
    ClassIndex index = index(loader);
    String name = className == null ? peek.name() : className;
    if (!peek.superName().isEmpty()) {
      ClassFacts facts =
          new ClassFacts(name, peek.superName(), peek.interfaces(), peek.access(), false);
      index.add(facts).ifPresent(before -> compare(before, facts, index, loader));
    }
    return rewrite(index, peek, name, classFile);
  }

  private void seeAddedClass(String name, byte[] classFile) {
    boolean judged;
    synchronized (indexes) {
      judged =
          indexes.values().stream()
              .filter(index -> index.hasFoundElsewhere(name))
              .anyMatch(index -> modes(index).ofThis(name).mode() == Mode.VIRTUAL);
    }
    bootClasses.add(classFile);
    if (judged && ClassFilePeek.at(classFile).mayHaveSites()) {
      outcome.warn(
          name.replace('/', '.')
              + " locks natively, since the boot loader loads it, after classes that name it may"
              + " have been rewritten as if it were the application's");
    }
  }

  /**
   * A loader that prefers its own classes and its parent's resources leads to another class file
   * than the one it defines, by which code that was rewritten earlier may have been judged.
   */
  private void compare(ClassFacts before, ClassFacts now, ClassIndex index, ClassLoader loader) {
    if (before.superName().equals(now.superName()) && before.isInterface() == now.isInterface()) {
      return;
    }
    ClassIndex then = jdkIndex.withApplication(new LoaderClasses(loader));
    then.add(before);
    Mode judged = modes(then).ofThis(now.name()).mode();
    if (judged != Mode.RUNTIME && judged != modes(index).ofThis(now.name()).mode()) {
      outcome.unsafe(
          now.name().replace('/', '.')
              + ": its loader shows a class file of that name that extends "
              + before.superName().replace('/', '.')
              + ", not "
              + now.superName().replace('/', '.')
              + ", by which other classes may have been rewritten");
    }
  }

  /** A rewriter as for an application's class, whose work is not counted. */
  public ClassRewriter rewriter() {
    ClassLoader own = MonitorTransformer.class.getClassLoader();
    ClassIndex index = jdkIndex.withApplication(new LoaderClasses(own));
    return new ClassRewriter(modes(index), index);
  }

  private ModeRules modes(ClassIndex index) {
    return new ModeRules(index, jdk, nativeClasses, nativeClasses.mayNameSubclasses());
  }

  private byte[] rewrite(ClassIndex index, ClassFilePeek peek, String name, byte[] classFile) {
    outcome.seen();
    if (!peek.mayNeedRewriting()) {
      return null;
    }
    RewriteResult result = new ClassRewriter(modes(index), index).rewrite(classFile, peek);
    outcome.add(result);
    Optional<byte[]> bytes = result.bytes();
    options.dump().ifPresent(folder -> Dump.write(folder, name, classFile, bytes, outcome));
    return options.mode() == AgentOptions.Mode.REWRITE ? bytes.orElse(null) : null;
  }

  private ClassIndex index(ClassLoader loader) {
    synchronized (indexes) {
      return indexes.computeIfAbsent(
          loader, key -> jdkIndex.withApplication(new LoaderClasses(key)));
    }
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
