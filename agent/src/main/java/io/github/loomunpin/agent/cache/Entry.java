// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A class file, what was asked when it was rewritten with the answers and what is to be counted,
 * and what became of it. Read only as far as it is needed.
 *
 * @param name internal name, as far as the class file tells
 * @param trace questions, answers and counts
 * @param traceSums of the trace
 * @param after what became of the class file; empty if it stays as it is
 * @param afterSums of that
 */
record Entry(String name, Part trace, Sums traceSums, Part before, Part after, Sums afterSums) {

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

    private byte[] copy() {
      return Arrays.copyOfRange(in, from, end());
    }
  }

  /**
   * What became of a class, to be kept.
   *
   * @throws IOException if it cannot be
   */
  static Entry of(byte[] before, NotedQuestions noted, RewriteResult result) throws IOException {
    byte[] trace = Trace.of(noted, result);
    byte[] after = result.bytes().orElse(new byte[0]);
    return new Entry(
        result.name(),
        Part.of(trace),
        Sums.of(trace),
        Part.of(before),
        Part.of(after),
        Sums.of(after));
  }

  /** What becomes of this class file, if that is certain. */
  Optional<RewriteResult> result(byte[] classFile, ModeQuestions live) {
    if (!before.isEqual(classFile, 0, classFile.length) || !areWhole()) {
      return Optional.empty();
    }
    return Trace.result(
        trace,
        name,
        live,
        new Trace.Use() {
          @Override
          public Optional<byte[]> bytes() {
            return after.length == 0 ? Optional.empty() : Optional.of(after.copy());
          }
        });
  }

  private boolean areWhole() {
    return traceSums.areOf(trace.in, trace.from, trace.length)
        && afterSums.areOf(after.in, after.from, after.length);
  }

  /** Whether it says the same of the same class file. */
  boolean isSame(Entry other) {
    return trace.isEqual(other.trace) && before.isEqual(other.before);
  }

  /** How many bytes it takes in a file, about. */
  int size() {
    return trace.length + before.length + after.length;
  }
}
