// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import io.github.loomunpin.rules.operand.OperandAnalyzer;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.BciClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** Which objects the methods of one class call, as far as code names them; read when asked for. */
final class Receivers {

  private final byte[] classFile;
  private Optional<BciClass> type = Optional.empty();

  /** For each method, by name and descriptor, and each call, by its index, the object's name. */
  private final Map<String, Map<Integer, String>> known = new HashMap<>();

  Receivers(byte[] classFile) {
    this.classFile = classFile;
  }

  /** The field that has the object, or the class of which it is {@code this}; else empty. */
  String of(MethodCode method, Step call) {
    return known
        .computeIfAbsent(method.name() + method.descriptor(), m -> names(method))
        .getOrDefault(call.bci(), "");
  }

  private Map<Integer, String> names(MethodCode method) {
    Map<Integer, String> names = new HashMap<>();
    try {
      BciClass read = type.orElseGet(() -> BciClass.read(classFile));
      type = Optional.of(read);
      for (MethodNode candidate : read.methods) {
        if (candidate.name.equals(method.name()) && candidate.desc.equals(method.descriptor())) {
          addNames(read, candidate, names);
        }
      }
    } catch (AnalyzerException | RuntimeException e) {
      // Code that cannot be followed names nothing.
      names.clear();
    }
    return names;
  }

  private static void addNames(BciClass type, MethodNode method, Map<Integer, String> names)
      throws AnalyzerException {
    Frame<OperandValue>[] frames = OperandAnalyzer.frames(type.name, method);
    for (int i = 0; i < frames.length; i++) {
      if (frames[i] != null
          && method.instructions.get(i) instanceof MethodInsnNode call
          && call.getOpcode() != Opcodes.INVOKESTATIC) {
        OperandValue receiver =
            OperandAnalyzer.stackTop(frames[i], Type.getArgumentCount(call.desc));
        String name = name(receiver, type.name);
        if (!name.isEmpty()) {
          names.put(type.bci(call), name);
        }
      }
    }
  }

  /** What a lambda or an inner class has captured is named otherwise where it comes from. */
  private static String name(OperandValue receiver, String type) {
    return switch (receiver.kind()) {
      case FIELD, STATIC_FIELD -> receiver.name().contains(".val$") ? "" : receiver.name();
      case THIS -> type;
      default -> "";
    };
  }
}
