// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The mode rules over the classes of the tests and some that are made on the fly. */
public final class Rules {

  private static final JdkClasses JDK_CLASSES = new JdkClasses();
  private static final ClassIndex JDK_INDEX = new ClassIndex(JDK_CLASSES, ClassSource.NONE);
  private static final JdkMonitors JDK = new JdkMonitors(JDK_INDEX, JDK_CLASSES);

  private final ClassIndex index;
  private final ModeRules modes;

  /**
   * @param made class files by internal name
   * @param keptNative internal names
   */
  public Rules(Map<String, byte[]> made, Set<String> keptNative) {
    this.index = JDK_INDEX.withApplication(name -> bytes(name, made));
    this.modes =
        new ModeRules(new ModeAnswers(index, JDK, keptNative::contains, !keptNative.isEmpty()));
  }

  private static Optional<byte[]> bytes(String name, Map<String, byte[]> made) {
    byte[] known = made.get(name);
    return known != null ? Optional.of(known) : Programs.findClassFile(name);
  }

  ModeRules modes() {
    return modes;
  }

  public RewriteResult rewrite(byte[] classFile) {
    return new ClassRewriter(modes).rewrite(classFile);
  }

  /** As if two copies of each body were too large. */
  public RewriteResult rewriteUncopied(byte[] classFile) {
    MethodsNearLimit nearLimit = new MethodsNearLimit();
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
    node.methods.forEach(method -> nearLimit.addTooLarge(method.name + method.desc));
    return new ClassRewriter(modes).attempt(classFile, ClassFilePeek.at(classFile), nearLimit);
  }

  List<MonitorSite> scan(byte[] classFile) throws UnreadableClassException {
    return new SiteScanner(modes).scan(classFile).sites();
  }

  /** By another glance than that of the class file. */
  RewriteResult rewrite(byte[] classFile, ClassFilePeek peek) {
    return new ClassRewriter(modes).rewrite(classFile, peek);
  }

  /** The class files after the rewrite; those without sites as they are. */
  public static Map<String, byte[]> rewriteAll(Map<String, byte[]> classFiles) {
    return rewriteAll(classFiles, new Rules(classFiles, Set.of())::rewrite);
  }

  /** As {@link #rewriteAll(Map)}, as if two copies of each body were too large. */
  public static Map<String, byte[]> rewriteAllUncopied(Map<String, byte[]> classFiles) {
    return rewriteAll(classFiles, new Rules(classFiles, Set.of())::rewriteUncopied);
  }

  private static Map<String, byte[]> rewriteAll(
      Map<String, byte[]> classFiles, Function<byte[], RewriteResult> rewriter) {
    Map<String, byte[]> rewritten = new TreeMap<>();
    classFiles.forEach(
        (name, bytes) -> rewritten.put(name, rewriter.apply(bytes).bytes().orElse(bytes)));
    return rewritten;
  }

  /** The mode of objects other than plain ones, by their class. */
  public Predicate<Object> nativeObjects() {
    return lock -> {
      if (lock instanceof Class<?> mirror) {
        return modes.ofMirror(mirror.getName().replace('.', '/')).mode() == Mode.NATIVE;
      }
      Class<?> type = lock.getClass();
      return type != Object.class
          && !type.isArray()
          && modes.ofExactClass(type.getName().replace('.', '/')).mode() == Mode.NATIVE;
    };
  }
}
