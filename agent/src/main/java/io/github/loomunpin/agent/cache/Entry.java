// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A class file, what was asked when it was rewritten with the answers and what is to be counted,
 * and what happened to it. Read only as far as it is needed.
 *
 * @param name internal name, as far as the class file tells
 * @param before the class file; empty if its sums alone are known
 * @param beforeSums of the whole class file
 * @param trace questions, answers, counts, and what makes of the class file what happened to it
 * @param traceSums of the trace
 * @param afterSums of what happened to the class file; of no bytes if it stays as it is
 */
record Entry(
    String name,
    Part before,
    Checksums beforeSums,
    Part trace,
    Checksums traceSums,
    Checksums afterSums) {

  /** Some of the bytes of an array. */
  record Part(byte[] in, int from, int length) {

    static Part of(byte[] bytes) {
      return new Part(bytes, 0, bytes.length);
    }

    /**
     * Some of the bytes of a file.
     *
     * @throws IOException if the file has no such part
     */
    static Part within(byte[] file, int from, int length) throws IOException {
      if (from < 0 || length < 0 || length > file.length - from) {
        throw new IOException("of another length");
      }
      return new Part(file, from, length);
    }

    int end() {
      return from + length;
    }

    boolean isEqual(byte[] bytes, int start, int end) {
      return Arrays.equals(in, from, end(), bytes, start, end);
    }

    boolean isEqual(Part other) {
      return isEqual(other.in, other.from, other.end());
    }
  }

  /**
   * What happened to a class, to be kept.
   *
   * @throws IOException if it cannot be
   */
  static Entry of(byte[] before, NotedQuestions noted, RewriteResult result) throws IOException {
    byte[] after = result.bytes().orElse(new byte[0]);
    byte[] trace = traceOf(noted, result, ByteDelta.between(before, after));
    return new Entry(
        result.name(),
        Part.of(before),
        Checksums.of(before),
        Part.of(trace),
        Checksums.of(trace),
        Checksums.of(after));
  }

  /** This with the sums of the class file alone, where it is somebody else's to copy. */
  Entry withoutOriginal() {
    return new Entry(name, Part.of(new byte[0]), beforeSums, trace, traceSums, afterSums);
  }

  /**
   * Questions, answers, counts and difference as bytes: the same for the same class and answers.
   *
   * @throws IOException if a text is too long
   */
  private static byte[] traceOf(NotedQuestions noted, RewriteResult result, byte[] delta)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(noted.answers().size());
    for (Map.Entry<NotedQuestions.Asked, String> answer : noted.answers().entrySet()) {
      out.writeByte(answer.getKey().question().ordinal());
      out.writeUTF(answer.getKey().name());
      out.writeUTF(answer.getValue());
    }
    out.writeInt(result.rewritten());
    out.writeInt(result.leftNative().size());
    for (Map.Entry<String, Integer> left : new TreeMap<>(result.leftNative()).entrySet()) {
      out.writeUTF(left.getKey());
      out.writeInt(left.getValue());
    }
    write(result.slow(), out);
    write(result.pinning(), out);
    out.write(delta);
    return bytes.toByteArray();
  }

  private static void write(List<String> lines, DataOutputStream out) throws IOException {
    out.writeInt(lines.size());
    for (String line : lines) {
      out.writeUTF(line);
    }
  }

  /** What happens to this class file, if that is certain. */
  Optional<RewriteResult> result(byte[] classFile, ModeQuestions live) {
    if (!isOf(classFile) || !traceSums.areOf(trace.in, trace.from, trace.length)) {
      return Optional.empty();
    }
    try {
      DataInputStream in =
          new DataInputStream(new ByteArrayInputStream(trace.in, trace.from, trace.length));
      for (int left = in.readInt(); left > 0; left--) {
        Question question = Question.at(in.readByte());
        String about = in.readUTF();
        if (!question.ask(live, about).equals(in.readUTF())) {
          return Optional.empty();
        }
      }
      int rewritten = in.readInt();
      Map<String, Integer> leftNative = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        leftNative.put(in.readUTF(), in.readInt());
      }
      List<String> slow = readLines(in);
      List<String> pinning = readLines(in);
      byte[] after =
          ByteDelta.apply(trace.in, trace.end() - in.available(), classFile, afterSums.length());
      if (!afterSums.areOf(after)) {
        return Optional.empty();
      }
      Optional<byte[]> bytes = after.length == 0 ? Optional.empty() : Optional.of(after);
      return Optional.of(
          new RewriteResult(name, bytes, rewritten, leftNative, slow, pinning, List.of()));
    } catch (IOException | IndexOutOfBoundsException e) {
      // Not written by this class.
      return Optional.empty();
    }
  }

  private static List<String> readLines(DataInputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      lines.add(in.readUTF());
    }
    return lines;
  }

  private boolean isOf(byte[] classFile) {
    return before.length > 0
        ? before.isEqual(classFile, 0, classFile.length)
        : beforeSums.areOf(classFile);
  }

  /** Whether it is of the same class file, which both have or neither. */
  boolean hasSameOriginal(Entry other) {
    return beforeSums.equals(other.beforeSums) && before.isEqual(other.before);
  }

  /** Whether it says the same about the same class file. */
  boolean isSame(Entry other) {
    return trace.isEqual(other.trace) && hasSameOriginal(other);
  }

  /** How many bytes it takes in a file, about. */
  int size() {
    return trace.length + before.length;
  }
}
