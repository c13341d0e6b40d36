// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.modern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Jdk;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModernApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("modern.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @TempDir private Path directory;

  @Test
  void with_the_property_a_request_runs_on_a_virtual_thread() throws Exception {
    assertRunsOn(true, "virtual thread");
  }

  @Test
  @Tag("long")
  void without_it_a_request_runs_on_a_kernel_thread() throws Exception {
    assertRunsOn(false, "kernel thread");
  }

  private void assertRunsOn(boolean virtual, String thread) throws Exception {
    var jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "no JDK 21");
    var program =
        jdk.get()
            .java()
            .options("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .jar(JAR, "--server.port=0", "--spring.threads.virtual.enabled=" + virtual)
            .printingTo(directory.resolve("out"));

    try (var application = program.start();
        var client = HttpClient.newHttpClient()) {
      var address = application.awaitAddress(TIMEOUT);
      var request =
          HttpRequest.newBuilder(address.resolve("/thread-application/run"))
              .timeout(TIMEOUT)
              .build();

      assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(thread);
    }
  }
}
