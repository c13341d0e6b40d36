// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.loomunpin.agent.rewrite.program.Comparison;
import io.github.loomunpin.agent.rewrite.program.Programs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.TraceClassVisitor;

/** A class after the rewrite, and what can be asserted of it, one line for one class. */
final class Rewritten {

  private final String name;
  private final Map<String, byte[]> before = new HashMap<>();
  private final RewriteResult result;
  private final byte[] after;

  private Rewritten(byte[] classFile, Set<String> keptNative) {
    this.name = new ClassReader(classFile).getClassName();
    before.put(name, classFile);
    this.result = new Rules(before, keptNative).rewrite(classFile);
    this.after = result.bytes().orElse(classFile);
  }

  static Rewritten rewriting(Class<?> type) {
    return new Rewritten(Programs.classFile(type), Set.of());
  }

  static Rewritten rewriting(byte[] classFile) {
    return new Rewritten(classFile, Set.of());
  }

  /** With a class whose objects must stay native. */
  static Rewritten rewriting(Class<?> type, String keptNative) {
    return new Rewritten(Programs.classFile(type), Set.of(keptNative));
  }

  RewriteResult result() {
    return result;
  }

  byte[] bytes() {
    return after;
  }

  ClassNode tree() {
    ClassNode node = new ClassNode();
    new ClassReader(after).accept(node, 0);
    return node;
  }

  /** Nothing of the class was changed. */
  Rewritten isUntouched() {
    assertThat(result.bytes()).as(text()).isEmpty();
    return this;
  }

  /** ASM and the JVM accept the class, and nothing went wrong on the way. */
  Rewritten verifies() {
    assertThat(result.problems()).isEmpty();
    assertThat(result.slow()).isEmpty();
    return isValid();
  }

  /** ASM and the JVM accept the class, even if something was reported. */
  Rewritten isValid() {
    Programs loader = new Programs(Map.of(name, after));
    StringWriter complaints = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(after), loader, false, new PrintWriter(complaints, true));
    assertThat(complaints.toString()).as("ASM's verifier").isEmpty();
    try {
      loader.verified(name);
    } catch (LinkageError e) {
      fail(e + "\n" + text(), e);
    }
    return this;
  }

  /** All methods but these are the same bytes as before. */
  Rewritten changesOnly(String... methods) {
    Map<String, String> old = MethodBytes.of(before.get(name));
    Map<String, String> now = MethodBytes.of(after);
    old.forEach(
        (method, bytes) -> {
          if (!Set.of(methods).contains(method)) {
            assertThat(now.get(method)).as(method).isEqualTo(bytes);
          } else {
            assertThat(now.get(method)).as(method).isNotEqualTo(bytes);
          }
        });
    return this;
  }

  Rewritten rewritesSites(int count) {
    assertThat(result.rewritten()).as(text()).isEqualTo(count);
    return this;
  }

  Rewritten leavesNative(String reason, int count) {
    assertThat(result.leftNative()).as(text()).containsEntry(reason, count);
    return this;
  }

  /** The changed methods are, as text, as in the file named after the class. */
  Rewritten matchesSnapshot() {
    return matchesSnapshot(name.substring(name.lastIndexOf('/') + 1));
  }

  Rewritten matchesSnapshot(String file) {
    Snapshot.check(file, before.get(name), after);
    return this;
  }

  /** A program does the same as before, in all the ways it can go. */
  Rewritten behavesAsBefore() {
    Comparison comparison =
        Comparison.of(
            before, Map.of(name, after), name, new Rules(before, Set.of()).nativeObjects());
    assertThat(comparison.differences()).as(text()).isEmpty();
    return this;
  }

  /** As {@link #behavesAsBefore}, for a program that leaves monitors it does not hold. */
  Rewritten endsAsBefore() {
    Comparison comparison =
        Comparison.of(
            before, Map.of(name, after), name, new Rules(before, Set.of()).nativeObjects());
    assertThat(comparison.differences())
        .as(text())
        .allMatch(each -> each.contains("out of order") || each.contains("failing"));
    return this;
  }

  private String text() {
    StringWriter text = new StringWriter();
    new ClassReader(after).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
    return text.toString();
  }
}
