// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {

  @TempDir private Path folder;

  /** This JVM has no recording of that name and is, for jcmd, none the worse for it. */
  @Test
  void a_file_that_stays_empty_is_no_recording() throws IOException {
    var recording = new FlightRecording(Files.createFile(folder.resolve("empty.jfr")));

    assertThatThrownBy(() -> recording.dump(Jdk.running(), ProcessHandle.current().pid()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no recording: ");
  }
}
