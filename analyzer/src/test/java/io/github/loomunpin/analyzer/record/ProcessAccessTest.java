// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessAccessTest {

  @Test
  void this_process_is_no_stranger() {
    ProcessAccess self = ProcessAccess.of(ProcessHandle.current());

    assertThat(self.user()).isEmpty();
    assertThat(self.contained()).isFalse();
    assertThat(self.whereNotAsked("record", "there")).isEmpty();
  }

  @Test
  void the_process_of_another_user_is_asked_as_that_user() {
    ProcessAccess other = new ProcessAccess(4711, Optional.of("tomcat"), false);

    assertThat(other.whereNotAsked("watch", "there"))
        .contains("sudo -u tomcat analyzer watch 4711")
        .doesNotContain("there");
    assertThat(other.whereNotWritten()).contains("a folder with -o that tomcat may write");
  }

  @Test
  void a_process_with_files_of_its_own_writes_where_both_see_them() {
    ProcessAccess contained = new ProcessAccess(4711, Optional.of("tomcat"), true);

    assertThat(
            new ProcessAccess(4711, Optional.empty(), true)
                .whereNotAsked("watch", ": run it there"))
        .isEqualTo("; it is in a container, or has files of its own: run it there");
    assertThat(contained.whereNotWritten()).contains("-o", "analyzer record 4711 --print-commands");
  }
}
