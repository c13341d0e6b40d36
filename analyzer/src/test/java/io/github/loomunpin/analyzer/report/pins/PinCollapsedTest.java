// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.Samples;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PinCollapsedTest {

  @Test
  void names_hidden_classes_alike_in_each_run() throws IOException {
    List<PinGroup> pins =
        Stream.of("a/Shop$$Lambda+0x00007f12a8012345", "a/Shop$$Lambda.0x00007f12a8099999")
            .map(PinCollapsedTest::pin)
            .toList();
    PinReport sample = Samples.pins();
    StringWriter out = new StringWriter();

    new PinCollapsed()
        .write(
            new PinReport(
                List.of(Samples.recording(pins)),
                sample.agentConverted(),
                sample.outlook(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                ClassPathDoubt.NONE,
                List.of(),
                List.of()),
            out);

    assertThat(out.toString()).isEqualTo("a.Shop$$Lambda.run;[jdk.VirtualThreadPinned] 4\n");
  }

  private static PinGroup pin(String type) {
    Frame frame = new Frame(type, "run", "()V", 0, 1, false, false);
    return new PinGroup(
        PinCause.of(PinKind.PARKED),
        new Stack(List.of(frame), false),
        new PinTally(1, 2_000, 2_000, TimeSpan.NEVER));
  }
}
