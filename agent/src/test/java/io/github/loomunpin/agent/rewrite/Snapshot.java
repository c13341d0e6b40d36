// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

/** The text of what a rewrite changed, compared with a file under {@code src/test/snapshots}. */
final class Snapshot {

  private static final Path EXPECTED = Path.of("src/test/snapshots");
  private static final Path ACTUAL = Path.of("target/snapshots");
  private static final Pattern LINE = Pattern.compile("LINENUMBER (\\d+)");

  private Snapshot() {}

  static void check(String name, byte[] before, byte[] after) {
    String text = text(before, after);
    Path expected = EXPECTED.resolve(name + ".txt").toAbsolutePath();
    try {
      if (Files.exists(expected) && Files.readString(expected).equals(text)) {
        return;
      }
      Path actual = ACTUAL.resolve(name + ".txt").toAbsolutePath();
      Files.createDirectories(actual.getParent());
      Files.writeString(actual, text);
      fail("expected %s%nactual   %s%n%s", expected.toUri(), actual.toUri(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(byte[] before, byte[] after) {
    Map<String, String> old = MethodBytes.of(before);
    Map<String, String> now = MethodBytes.of(after);
    ClassNode original = new ClassNode();
    new ClassReader(before).accept(original, 0);
    ClassNode node = new ClassNode();
    new ClassReader(after).accept(node, 0);
    StringBuilder text = new StringBuilder();
    if (node.version != original.version) {
      text.append("version ").append(node.version & 0xFFFF).append("\n\n");
    }
    for (FieldNode field : node.fields) {
      if (original.fields.stream().noneMatch(each -> each.name.equals(field.name))) {
        StringWriter out = new StringWriter();
        TraceClassVisitor tracer = new TraceClassVisitor(null, new Textifier(), null);
        field.accept(tracer);
        tracer.p.print(new PrintWriter(out, true));
        text.append(out);
      }
    }
    for (MethodNode method : node.methods) {
      if (!now.get(method.name).equals(old.get(method.name))) {
        text.append(text(method)).append('\n');
      }
    }
    return text.toString().stripTrailing() + "\n";
  }

  private static String text(MethodNode method) {
    TraceClassVisitor tracer = new TraceClassVisitor(null, new Textifier(), null);
    method.accept(tracer);
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    tracer.p.print(writer);
    writer.flush();
    return relativeLines(out.toString().strip() + "\n");
  }

  /** Counts lines from the first one of the method, so that edits above it change nothing. */
  private static String relativeLines(String text) {
    Matcher first = LINE.matcher(text);
    if (!first.find()) {
      return text;
    }
    int base = Integer.parseInt(first.group(1)) - 1;
    return LINE.matcher(text)
        .replaceAll(line -> "LINENUMBER " + (Integer.parseInt(line.group(1)) - base));
  }
}
