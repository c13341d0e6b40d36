// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.Entry.Part;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was asked when a class was rewritten, with the answers, and what is to be counted, as bytes:
 * the same for the same class and answers.
 */
final class Trace {

  private Trace() {}

  /** What a trace is read for. */
  interface Use {

    /** What became of the class file, empty if it stays as it is; asked for if all is the same. */
    Optional<byte[]> bytes() throws IOException;

    /** Told the first question that is answered in another way than it was. */
    default void differs(Question question, String name) {}
  }

  /**
   * @throws IOException if a text is too long
   */
  static byte[] of(NotedQuestions noted, RewriteResult result) throws IOException {
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
    return bytes.toByteArray();
  }

  private static void write(List<String> lines, DataOutputStream out) throws IOException {
    out.writeInt(lines.size());
    for (String line : lines) {
      out.writeUTF(line);
    }
  }

  /** What becomes of a class now, if that is certain. */
  static Optional<RewriteResult> result(Part trace, String name, ModeQuestions live, Use use) {
    try {
      DataInputStream in =
          new DataInputStream(new ByteArrayInputStream(trace.in(), trace.from(), trace.length()));
      for (int left = in.readInt(); left > 0; left--) {
        Question question = Question.at(in.readByte());
        String about = in.readUTF();
        if (!question.ask(live, about).equals(in.readUTF())) {
          use.differs(question, about);
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
      return Optional.of(
          new RewriteResult(name, use.bytes(), rewritten, leftNative, slow, pinning, List.of()));
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
}
