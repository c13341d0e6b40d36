// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * What {@link CheckClassAdapter#verify} does, for the changed methods alone: their structure, and a
 * data flow that does not rely on the stack maps that the JVM's verifier believes.
 */
final class AsmCheck {

  private final CorpusLoader before;
  private final CorpusLoader after;
  private final Counts counts;

  AsmCheck(CorpusLoader before, CorpusLoader after, Counts counts) {
    this.before = before;
    this.after = after;
    this.counts = counts;
  }

  void check(ChangedClass changed) {
    ClassNode node = new ClassNode();
    try {
      read(changed.after(), node);
    } catch (RuntimeException e) {
      if (isReadable(changed.before())) {
        counts.failures.add("CheckClassAdapter: " + changed.name() + ": " + e.getMessage());
      } else {
        counts.add(Count.METHODS_UNCHECKABLE, changed.methods().size());
      }
      return;
    }
    for (MethodNode method : node.methods) {
      if (changed.methods().contains(method.name + method.desc)) {
        check(changed, node, method);
      }
    }
  }

  private void check(ChangedClass changed, ClassNode node, MethodNode method) {
    Optional<Throwable> problem = flow(node, method, after);
    if (problem.isEmpty()) {
      counts.add(Count.METHODS_CHECKED);
    } else if (isMissing(problem.get()) || isWrong(changed.before(), method.name + method.desc)) {
      counts.add(Count.METHODS_UNCHECKABLE);
    } else {
      counts.failures.add(
          "data flow: %s.%s%s: %s"
              .formatted(
                  changed.name(),
                  method.name,
                  method.desc,
                  String.valueOf(problem.get().getMessage()).lines().findFirst().orElse("")));
    }
  }

  private static boolean isMissing(Throwable problem) {
    for (Throwable at = problem; at != null; at = at.getCause()) {
      if (at instanceof TypeNotPresentException || at instanceof LinkageError) {
        return true;
      }
    }
    return false;
  }

  private boolean isWrong(RawClass original, String key) {
    ClassNode node = new ClassNode();
    new ClassReader(original.bytes()).accept(node, 0);
    List<MethodNode> methods =
        node.methods.stream().filter(method -> (method.name + method.desc).equals(key)).toList();
    return methods.stream().anyMatch(method -> flow(node, method, before).isPresent());
  }

  private static boolean isReadable(RawClass original) {
    try {
      read(original, new ClassNode());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void read(RawClass raw, ClassNode node) {
    new ClassReader(raw.bytes()).accept(new CheckClassAdapter(Opcodes.ASM9, node, false) {}, 0);
  }

  private static Optional<Throwable> flow(ClassNode node, MethodNode method, ClassLoader loader) {
    SimpleVerifier verifier =
        new SimpleVerifier(
            Type.getObjectType(node.name),
            Type.getObjectType(node.superName),
            node.interfaces.stream().map(Type::getObjectType).toList(),
            (node.access & Opcodes.ACC_INTERFACE) != 0);
    verifier.setClassLoader(loader);
    try {
      new Analyzer<>(verifier).analyze(node.name, method);
      return Optional.empty();
    } catch (AnalyzerException | RuntimeException | LinkageError e) {
      return Optional.of(e);
    }
  }
}
