// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.thread.ThreadRule;
import io.github.loomunpin.rules.thread.ThreadSite;
import io.github.loomunpin.rules.thread.ThreadSites;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Has the runtime look at each thread that a class makes, once it is set up:
 *
 * <pre>
 *   Thread t = new Thread(task, name);
 *   t.setDaemon(true);
 *   return t;      →      return instead(t, ...);
 * </pre>
 *
 * Types and control flow stay the same, so no frame changes. Safe for any thread.
 */
public final class ThreadRewriter {

  /** What a call of the runtime needs on the operand stack besides the thread. */
  private static final int ARGUMENTS = 3;

  private ThreadRewriter() {}

  /**
   * @throws RuntimeException if the class file cannot be read or written; the class is then as it
   *     was
   */
  public static Result rewrite(byte[] original, ThreadRule rule, Supertypes supertypes) {
    ClassReader reader = new ClassReader(original);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    ThreadSites sites = new ThreadSites(node, rule, supertypes);
    List<String> rewritten = new ArrayList<>();
    List<String> left = new ArrayList<>();
    Map<String, MethodNode> changed = new HashMap<>();
    for (MethodNode method : node.methods) {
      String maker = node.name.replace('/', '.') + "." + method.name;
      for (ThreadSite site : sites.of(method)) {
        if (site.mayBeVirtual()) {
          rewritten.add(maker);
          apply(method, site, maker, rule);
          changed.put(method.name + method.desc, method);
        } else {
          left.add(maker + ": " + site.stays());
        }
      }
    }
    Optional<byte[]> bytes =
        changed.isEmpty()
            ? Optional.empty()
            : Optional.of(ClassFileCopy.write(reader, node.version, changed, Map.of()));
    return new Result(node.name, bytes, List.copyOf(rewritten), List.copyOf(left));
  }

  private static void apply(MethodNode method, ThreadSite site, String maker, ThreadRule rule) {
    for (ThreadSite.Ready ready : site.ready()) {
      InsnList code = new InsnList();
      code.add(new LdcInsnNode(maker));
      code.add(new LdcInsnNode(site.named() ? "" : rule.label()));
      code.add(new InsnNode(rule.mayEnd() ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
      code.add(RuntimeCalls.insteadOfThread());
      for (int local : ready.locals()) {
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ASTORE, local));
      }
      if (ready.after()) {
        method.instructions.insert(ready.insn(), code);
      } else {
        method.instructions.insertBefore(ready.insn(), code);
      }
    }
    method.maxStack += ARGUMENTS;
  }

  /**
   * What happened to the threads that one class makes.
   *
   * @param name internal name
   * @param bytes the new class file, empty if the old one stays as it is
   * @param rewritten the methods, in words, one for each site whose threads may become virtual
   * @param left the methods with the reason, one for each site whose threads stay
   */
  public record Result(
      String name, Optional<byte[]> bytes, List<String> rewritten, List<String> left) {}
}
