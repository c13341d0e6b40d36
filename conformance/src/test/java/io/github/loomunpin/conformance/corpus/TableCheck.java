// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeAnnotationNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * That a changed method says of itself what it said before: lines, variables and their generic
 * types, caught types, annotations, parameters, and what it throws.
 */
final class TableCheck {

  private final Counts counts;

  TableCheck(Counts counts) {
    this.counts = counts;
  }

  void check(ChangedClass changed) {
    Map<String, MethodNode> before = methods(changed.before());
    Map<String, MethodNode> after = methods(changed.after());
    for (String key : changed.methods()) {
      MethodNode was = before.get(key);
      if (was == null) {
        // Made by the rewriter: the Java half of a native method, or a holder of a class constant.
        continue;
      }
      List<String> differences = differences(was, after.get(key));
      differences.forEach(
          difference ->
              counts.failures.add("tables: %s.%s: %s".formatted(changed.name(), key, difference)));
      counts.add(Count.TABLES_CHECKED);
    }
  }

  private static Map<String, MethodNode> methods(RawClass raw) {
    ClassNode node = new ClassNode();
    new ClassReader(raw.bytes()).accept(node, ClassReader.SKIP_FRAMES);
    Map<String, MethodNode> methods = new HashMap<>();
    node.methods.forEach(method -> methods.put(method.name + method.desc, method));
    return methods;
  }

  private static List<String> differences(MethodNode was, MethodNode now) {
    List<String> found = new ArrayList<>();
    compareLines(was, now, found);
    compare("variables", variables(was), variables(now), found);
    compare("caught types", caught(was), caught(now), found);
    compare("annotations in code", codeAnnotations(was), codeAnnotations(now), found);
    compare("exceptions", Set.copyOf(was.exceptions), Set.copyOf(now.exceptions), found);
    compare("signature", one(was.signature), one(now.signature), found);
    compare("declaration", one(declaration(was)), one(declaration(now)), found);
    Set<String> ranges = new HashSet<>();
    for (LocalVariableNode variable : variablesOf(now)) {
      int start = now.instructions.indexOf(variable.start);
      int end = now.instructions.indexOf(variable.end);
      if (!ranges.add(start + " " + end + " " + variable.name + " " + variable.index)) {
        found.add("twice the same range of " + variable.name);
      }
    }
    return found;
  }

  private static void compare(String what, Set<?> was, Set<?> now, List<String> found) {
    if (!was.equals(now)) {
      Set<Object> lost = new HashSet<>(was);
      lost.removeAll(now);
      Set<Object> added = new HashSet<>(now);
      added.removeAll(was);
      found.add(what + ": lost " + lost + ", added " + added);
    }
  }

  /**
   * Lines of instructions that can be reached. Old compilers left a jump behind each subroutine,
   * also where the subroutine always throws; the rewriting leaves such instructions out. Others end
   * a method with instructions that nothing reaches; their line is then also that of the handler
   * behind them.
   */
  private static void compareLines(MethodNode was, MethodNode now, List<String> found) {
    Set<Integer> before = reachedLines(was);
    Set<Integer> after = reachedLines(now);
    Set<Integer> unreached = new HashSet<>();
    for (AbstractInsnNode at : was.instructions) {
      if (at instanceof LineNumberNode line && !before.contains(line.line)) {
        unreached.add(line.line);
      }
    }
    after.removeAll(unreached);
    compare("lines", before, after, found);
  }

  private static Set<String> one(String text) {
    return Set.of(String.valueOf(text));
  }

  private static Set<Integer> reachedLines(MethodNode method) {
    Frame<?>[] frames = frames(method);
    Set<Integer> lines = new TreeSet<>();
    for (AbstractInsnNode at : method.instructions) {
      // A line without an instruction is nobody's.
      if (at instanceof LineNumberNode line && isReached(line, method.instructions, frames)) {
        lines.add(line.line);
      }
    }
    return lines;
  }

  /** For each instruction null where it cannot be reached. */
  private static Frame<?>[] frames(MethodNode method) {
    try {
      return new Analyzer<>(new BasicInterpreter()).analyzeAndComputeMaxs("owner", method);
    } catch (AnalyzerException e) {
      throw new IllegalArgumentException(method.name + method.desc, e);
    }
  }

  private static boolean isReached(LineNumberNode line, InsnList instructions, Frame<?>[] frames) {
    for (AbstractInsnNode at = line.getNext(); at != null; at = at.getNext()) {
      if (at instanceof LineNumberNode) {
        return false;
      }
      if (at.getOpcode() >= 0 && frames[instructions.indexOf(at)] != null) {
        return true;
      }
    }
    return false;
  }

  private static List<LocalVariableNode> variablesOf(MethodNode method) {
    return method.localVariables == null ? List.of() : method.localVariables;
  }

  private static Set<String> variables(MethodNode method) {
    Set<String> variables = new TreeSet<>();
    for (LocalVariableNode v : variablesOf(method)) {
      if (method.instructions.indexOf(v.start) != method.instructions.indexOf(v.end)) {
        variables.add(v.index + " " + v.name + " " + v.desc + " " + v.signature);
      }
    }
    return variables;
  }

  /** Without what catches everything, by which locks are freed. */
  private static Set<String> caught(MethodNode method) {
    Set<String> caught = new TreeSet<>();
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      caught.add(row.type == null ? "java/lang/Throwable" : row.type);
    }
    caught.remove("java/lang/Throwable");
    return caught;
  }

  private static Set<String> codeAnnotations(MethodNode method) {
    Set<String> annotations = new TreeSet<>();
    for (List<LocalVariableAnnotationNode> list :
        lists(method.visibleLocalVariableAnnotations, method.invisibleLocalVariableAnnotations)) {
      list.forEach(a -> annotations.add(a.desc + a.typeRef + a.typePath + new TreeSet<>(a.index)));
    }
    for (AbstractInsnNode at : method.instructions) {
      for (List<TypeAnnotationNode> list :
          lists(at.visibleTypeAnnotations, at.invisibleTypeAnnotations)) {
        list.forEach(a -> annotations.add(at.getOpcode() + a.desc + a.typeRef + a.typePath));
      }
    }
    for (TryCatchBlockNode row : method.tryCatchBlocks) {
      for (List<TypeAnnotationNode> list :
          lists(row.visibleTypeAnnotations, row.invisibleTypeAnnotations)) {
        list.forEach(a -> annotations.add(row.type + a.desc + a.typePath));
      }
    }
    return annotations;
  }

  private static <T> List<List<T>> lists(List<T> first, List<T> second) {
    List<List<T>> both = new ArrayList<>();
    both.add(first == null ? List.of() : first);
    both.add(second == null ? List.of() : second);
    return both;
  }

  /** Annotations and parameters, and attributes that nobody knows, as text. */
  private static String declaration(MethodNode method) {
    Textifier text = new Textifier();
    method.accept(
        new MethodVisitor(Opcodes.ASM9, new TraceMethodVisitor(text)) {
          @Override
          public void visitCode() {
            mv = null;
          }
        });
    return text.getText().toString();
  }
}
