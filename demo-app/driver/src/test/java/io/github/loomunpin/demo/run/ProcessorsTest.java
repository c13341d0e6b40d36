// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Program;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorsTest {

  private static final Program JAVA = Program.of("java", "-version");

  @Test
  void are_those_that_the_system_allows() {
    assertThat(Processors.allowed("Name:\tjava\nCpus_allowed:\t27\nCpus_allowed_list:\t0-2,5\n"))
        .containsExactly(0, 1, 2, 5);
    assertThat(Processors.allowed("Name:\tjava\n")).isEmpty();
  }

  @Test
  void are_divided_where_there_are_more_than_asked_for() {
    var processors = new Processors(List.of(3, 4, 7));

    assertThat(processors.first(1, JAVA)).hasToString("taskset -c 3 java -version");
    assertThat(processors.others(1, JAVA)).hasToString("taskset -c 4,7 java -version");
    assertThat(processors.first(3, JAVA)).isEqualTo(JAVA);
    assertThat(new Processors(List.of()).others(1, JAVA)).isEqualTo(JAVA);
  }

  @Test
  void a_program_gets_only_the_first() throws Exception {
    var processors = Processors.current();
    assumeTrue(processors.numbers().size() > 1, "no taskset, or one processor only");

    var status =
        processors.first(1, Program.of("cat", "/proc/self/status")).run(Duration.ofMinutes(10));

    assertThat(Processors.allowed(status.output())).isEqualTo(processors.numbers().subList(0, 1));
  }
}
