// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/** A class among the others of a program. */
final class ClassNode {

  private final ClassCode code;
  private final Map<String, Node> declared = new HashMap<>();

  /** The classes of the program directly below. */
  private final List<ClassNode> below = new ArrayList<>(0);

  private Optional<ClassNode> superclass = Optional.empty();
  private List<ClassNode> interfaces = List.of();

  /** Whether an instance may exist. */
  private boolean live;

  ClassNode(ClassCode code) {
    this.code = code;
    for (MethodCode method : code.methods()) {
      declared.put(method.method().signature(), Node.of(code, method));
    }
  }

  ClassCode code() {
    return code;
  }

  Map<String, Node> declared() {
    return declared;
  }

  void link(Map<String, ClassNode> classes) {
    superclass = Optional.ofNullable(classes.get(code.superName()));
    interfaces = new ArrayList<>(code.interfaces().size());
    for (String name : code.interfaces()) {
      ClassNode node = classes.get(name);
      if (node != null && node != this) {
        interfaces.add(node);
      }
    }
  }

  /** Makes it known to the classes above; after {@link #link}, one class at a time. */
  void enter() {
    superclass.ifPresent(above -> above.below.add(this));
    interfaces.forEach(above -> above.below.add(this));
  }

  Optional<ClassNode> superclass() {
    return superclass;
  }

  List<ClassNode> interfaces() {
    return interfaces;
  }

  List<ClassNode> below() {
    return below;
  }

  boolean isConcrete() {
    return (code.access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0;
  }

  boolean isInterface() {
    return (code.access() & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Whether it is public and has a public constructor without parameters. */
  boolean canBeMadeByName() {
    Node constructor = declared.get("<init>()V");
    return isConcrete()
        && (code.access() & Opcodes.ACC_PUBLIC) != 0
        && constructor != null
        && constructor.isPublic();
  }

  boolean isLive() {
    return live;
  }

  void setLive() {
    live = true;
  }
}
