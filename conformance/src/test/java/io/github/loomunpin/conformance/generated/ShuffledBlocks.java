// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Class files that mean the same, with the code of each method cut into blocks that stand in
 * another order. The exception table has one entry for each block, as optimisers leave it.
 */
final class ShuffledBlocks {

  /** The cuts for a hundred places at which the code needs no cut. */
  private static final int CUTS = 15;

  private final MethodNode method;
  private final Random random;

  private ShuffledBlocks(MethodNode method, Random random) {
    this.method = method;
    this.random = random;
  }

  /**
   * @param loader that knows the classes of which the verifier needs common superclasses
   */
  static byte[] of(byte[] classFile, long seed, ClassLoader loader) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
    Random random = new Random(seed);
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > 0) {
        new ShuffledBlocks(method, random).shuffle();
      }
    }
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected ClassLoader getClassLoader() {
            return loader;
          }
        };
    node.accept(writer);
    return writer.toByteArray();
  }

  /**
   * Instructions that stay together.
   *
   * @param line in which they begin, or 0
   */
  private record Block(
      int begin, LabelNode start, LabelNode end, int line, List<AbstractInsnNode> code) {

    boolean isEmpty() {
      return code.stream().allMatch(instruction -> instruction.getOpcode() < 0);
    }

    /**
     * Whether it begins with a line. The JVM sometimes shows the first of two lines at one place
     * and sometimes the last.
     */
    boolean beginsLine() {
      return code.stream()
          .takeWhile(instruction -> instruction.getOpcode() < 0)
          .anyMatch(LineNumberNode.class::isInstance);
    }
  }

  private void shuffle() {
    List<Block> blocks = blocks();
    List<Block> order = new ArrayList<>(blocks);
    Collections.shuffle(order, random);
    List<TryCatchBlockNode> table = table(order);
    InsnList code = new InsnList();
    code.add(new JumpInsnNode(Opcodes.GOTO, blocks.get(0).start()));
    blocks.forEach(block -> block.code().forEach(method.instructions::remove));
    for (Block block : order) {
      code.add(block.start());
      if (block.line() > 0 && !block.beginsLine()) {
        code.add(new LineNumberNode(block.line(), block.start()));
      }
      block.code().forEach(code::add);
      int next = blocks.indexOf(block) + 1;
      if (!endsByItself(block) && next < blocks.size()) {
        code.add(new JumpInsnNode(Opcodes.GOTO, blocks.get(next).start()));
      }
      code.add(block.end());
    }
    method.instructions = code;
    method.tryCatchBlocks = table;
    // Variables would end where the next block begins.
    method.localVariables = null;
  }

  private List<Block> blocks() {
    Set<AbstractInsnNode> cuts = cuts();
    List<Block> blocks = new ArrayList<>();
    int line = 0;
    int index = 0;
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (blocks.isEmpty() || cuts.contains(instruction)) {
        blocks.add(new Block(index, new LabelNode(), new LabelNode(), line, new ArrayList<>()));
      }
      blocks.getLast().code().add(instruction);
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      }
      index++;
    }
    while (blocks.getLast().isEmpty()) {
      // Labels at the end of the code, which nothing jumps to.
      blocks.removeLast();
    }
    return blocks;
  }

  /** Where blocks begin. */
  private Set<AbstractInsnNode> cuts() {
    Set<AbstractInsnNode> cuts = new HashSet<>();
    for (TryCatchBlockNode entry : method.tryCatchBlocks) {
      cuts.addAll(List.of(entry.start, entry.end, entry.handler));
    }
    int uninitialized = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof JumpInsnNode jump) {
        cuts.add(jump.label);
      } else if (instruction instanceof LookupSwitchInsnNode choice) {
        cuts.add(choice.dflt);
        cuts.addAll(choice.labels);
      } else if (instruction instanceof TableSwitchInsnNode choice) {
        cuts.add(choice.dflt);
        cuts.addAll(choice.labels);
      }
      AbstractInsnNode next = instruction.getNext();
      if (next == null || instruction.getOpcode() < 0) {
        continue;
      }
      if (instruction.getOpcode() == Opcodes.NEW) {
        uninitialized++;
      } else if (instruction instanceof MethodInsnNode call && call.name.equals("<init>")) {
        uninitialized--;
      }
      boolean mayBeCut = uninitialized <= 0 && random.nextInt(100) < CUTS;
      if (mayBeCut || isUnconditional(instruction)) {
        cuts.add(next);
      }
    }
    return cuts;
  }

  private static boolean endsByItself(Block block) {
    for (int i = block.code().size() - 1; i >= 0; i--) {
      AbstractInsnNode instruction = block.code().get(i);
      if (instruction.getOpcode() >= 0) {
        return isUnconditional(instruction);
      }
    }
    return false;
  }

  private static boolean isUnconditional(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }

  private List<TryCatchBlockNode> table(List<Block> order) {
    List<TryCatchBlockNode> table = new ArrayList<>();
    for (TryCatchBlockNode entry : method.tryCatchBlocks) {
      int start = method.instructions.indexOf(entry.start);
      int end = method.instructions.indexOf(entry.end);
      for (Block block : order) {
        if (block.begin() >= start && block.begin() < end) {
          table.add(new TryCatchBlockNode(block.start(), block.end(), entry.handler, entry.type));
        }
      }
    }
    return table;
  }
}
