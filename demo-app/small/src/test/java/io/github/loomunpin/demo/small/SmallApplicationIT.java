// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.small;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Jdk;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("small.jar", "unset"));
  private static final Path AGENT = Path.of(System.getProperty("agent.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @TempDir private Path directory;

  @Test
  void both_programs_come_to_their_end_more_than_once_with_the_agent() throws Exception {
    assertBothProgramsEnd(true);
  }

  @Test
  @Tag("long")
  void both_programs_come_to_their_end_more_than_once_without_it() throws Exception {
    assertBothProgramsEnd(false);
  }

  private void assertBothProgramsEnd(boolean agent) throws Exception {
    var jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "no JDK 21");
    var java = jdk.get().java().options("-Xmx128m");
    var program = (agent ? java.agent(AGENT) : java).jar(JAR).printingTo(directory.resolve("out"));

    try (var application = program.start();
        var client = HttpClient.newHttpClient()) {
      var address = application.awaitAddress(TIMEOUT);
      var processors = Runtime.getRuntime().availableProcessors();

      for (int time = 0; time < 2; time++) {
        assertThat(get(client, address.resolve("/h2"))).isEqualTo(4 * processors + " calls");
        assertThat(get(client, address.resolve("/waiters"))).isEqualTo("256 waiters");
      }
    }
  }

  private static String get(HttpClient client, URI address) throws Exception {
    var request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
