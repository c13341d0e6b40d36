// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.jfr.RecordingHeap;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Tells {@code bin/analyzer} how many megabytes of heap to give to the JVM that reads recordings: a
 * JVM takes this number when it starts, and cannot be given more later. Only large files are asked
 * about, whose reading takes much longer than this JVM.
 */
final class HeapForRecordings {

  private HeapForRecordings() {}

  public static void main(String[] recordings) {
    System.out.println(RecordingHeap.of(Arrays.stream(recordings).map(Path::of).toList()));
  }
}
