// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryTest {

  /** What jcmd of JDK 21 printed when a full heap was asked for its recording. */
  private static final String ANSWER = "4149:\nJava heap space\n";

  @TempDir private Path folder;

  @Test
  void an_answer_names_the_error_or_its_message_alone() {
    assertThat(OutOfMemory.isSaidBy("no recording: " + ANSWER)).isTrue();
    assertThat(OutOfMemory.isSaidBy("java.lang.OutOfMemoryError: Metaspace")).isTrue();
    assertThat(OutOfMemory.isSaidBy("4149:\nCould not find demo: Java heap space is fine"))
        .isFalse();
  }

  @Test
  void a_log_says_it_in_any_encoding() throws IOException {
    var log = Files.write(folder.resolve("a.log"), new byte[] {(byte) 0xff, '\n'});
    assertThat(OutOfMemory.in(log)).isFalse();

    Files.writeString(log, "Exception in thread \"x\" java.lang.OutOfMemoryError: Java heap space");
    assertThat(OutOfMemory.in(log)).isTrue();
  }
}
