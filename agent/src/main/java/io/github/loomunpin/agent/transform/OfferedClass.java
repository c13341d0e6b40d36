// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.DefinedShape;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.mode.ModeQuestions;

/**
 * A class file on its way from its loader to the JVM, with what the steps so far have made of it.
 * For one thread at a time, and no longer than it takes: it keeps the loader alive.
 */
final class OfferedClass {

  private final ClassLoader loader;
  private final String given;
  private final boolean hidden;
  private final DefinedShape shape;
  private final byte[] original;
  private final byte[] bytes;

  /** Null until it is asked for, which for the result of the last step nobody does. */
  private ClassFilePeek peek;

  /** Null until it is asked for, which for most classes nobody does. */
  private ModeQuestions seen;

  private OfferedClass(
      ClassLoader loader,
      String given,
      boolean hidden,
      DefinedShape shape,
      byte[] original,
      byte[] bytes) {
    this.loader = loader;
    this.given = given;
    this.hidden = hidden;
    this.shape = shape;
    this.original = original;
    this.bytes = bytes;
  }

  /**
   * A class that a loader is defining.
   *
   * @param given its name as the JVM gives it, which is null where a loader defines a class without
   *     one
   */
  OfferedClass(ClassLoader loader, String given, byte[] classFile) {
    this(loader, given, DefinedShape.NONE, classFile);
  }

  /** A class that was defined with this shape, or is being defined and was rewritten before. */
  OfferedClass(ClassLoader loader, String given, DefinedShape shape, byte[] classFile) {
    this(loader, given, false, shape, classFile, classFile);
  }

  /** A hidden class, or one that is going to be. */
  static OfferedClass hidden(ClassLoader loader, byte[] classFile) {
    return new OfferedClass(loader, null, true, DefinedShape.NONE, classFile, classFile);
  }

  /** What a step has made of it. */
  OfferedClass with(byte[] changed) {
    OfferedClass result = new OfferedClass(loader, name(), hidden, shape, original, changed);
    result.seen = seen;
    return result;
  }

  ClassLoader loader() {
    return loader;
  }

  /** Internal name, empty if none is given and the class file could not be followed. */
  String name() {
    return given == null ? peek().name() : given;
  }

  /** Whether no other class can name it. */
  boolean isHidden() {
    return hidden;
  }

  /** What the class has to keep of an earlier rewrite. */
  DefinedShape shape() {
    return shape;
  }

  /** The class file as the loader has it. */
  byte[] original() {
    return original;
  }

  /** The class file as the steps so far have left it. */
  byte[] bytes() {
    return bytes;
  }

  boolean isChanged() {
    return bytes != original;
  }

  /** A glance at {@link #bytes}. */
  ClassFilePeek peek() {
    if (peek == null) {
      peek = ClassFilePeek.at(bytes);
    }
    return peek;
  }

  ClassFacts facts() {
    return new ClassFacts(name(), peek().superName(), peek().interfaces(), peek().access(), false);
  }

  /** What its code sees of other classes. */
  ModeQuestions seen(VisibleClasses classes) {
    if (seen == null) {
      seen = hidden ? classes.seenByHidden(facts(), loader) : classes.seenBy(facts(), loader);
    }
    return seen;
  }
}
