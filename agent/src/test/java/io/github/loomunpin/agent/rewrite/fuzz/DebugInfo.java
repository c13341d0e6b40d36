// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What a debugger shows at each call of the probe: the line and the variables in scope. */
final class DebugInfo {

  private DebugInfo() {}

  static List<String> differences(byte[] before, byte[] after) {
    Map<String, Set<Set<String>>> old = of(before);
    Map<String, Set<Set<String>>> now = of(after);
    List<String> differences = new ArrayList<>();
    now.forEach(
        (line, scopes) -> {
          // Code that nothing reaches, as the handler of a mere jump, has no place in any copy.
          if (!old.get(line).containsAll(scopes)) {
            differences.add("in scope at " + line + " is " + scopes + " and not " + old.get(line));
          }
        });
    return differences;
  }

  /** By method and line, the different sets of variables. */
  private static Map<String, Set<Set<String>>> of(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
    Map<String, Set<Set<String>>> scopes = new TreeMap<>();
    for (MethodNode method : node.methods) {
      int line = -1;
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof LineNumberNode number) {
          line = number.line;
        } else if (insn instanceof MethodInsnNode call && call.owner.endsWith("/Probe")) {
          scopes
              .computeIfAbsent(method.name + ":" + line, key -> new HashSet<>())
              .add(scope(method, insn));
        }
      }
    }
    return scopes;
  }

  private static Set<String> scope(MethodNode method, AbstractInsnNode at) {
    int index = method.instructions.indexOf(at);
    Set<String> variables = new TreeSet<>();
    for (LocalVariableNode variable : method.localVariables) {
      if (method.instructions.indexOf(variable.start) <= index
          && index < method.instructions.indexOf(variable.end)) {
        boolean isNew = variables.add(variable.index + " " + variable.name + " " + variable.desc);
        if (!isNew) {
          variables.add("twice: " + variable.name);
        }
      }
    }
    return variables;
  }
}
