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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModernApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("modern.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  @TempDir private Path directory;

  @ParameterizedTest(name = "virtual threads: {0}")
  @CsvSource({"false, kernel thread", "true, virtual thread"})
  void a_property_decides_what_a_request_runs_on(boolean virtual, String thread) throws Exception {
    var jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "no JDK 21");
    var program =
        jdk.get()
            .java()
            .options("-Xmx128m")
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
