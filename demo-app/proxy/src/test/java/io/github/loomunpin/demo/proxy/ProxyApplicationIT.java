// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("proxy.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @TempDir private Path directory;

  @BeforeEach
  void jdk() {
    assumeTrue(Jdk.named(21).isPresent(), "no JDK 21");
  }

  @Test
  void on_tomcat_a_virtual_thread_waits_for_the_answer_of_the_service() throws Exception {
    try (var service = start("service", "service");
        var proxy = proxy(service, "servlet")) {
      assertThat(get(proxy, "/address/1")).isEqualTo("1 Main Street, virtual thread");
    }
  }

  @Test
  @Tag("long")
  void on_netty_no_thread_waits_or_a_virtual_one() throws Exception {
    try (var service = start("service", "service");
        var proxy = proxy(service, "reactive")) {
      assertThat(get(proxy, "/address/1")).isEqualTo("1 Main Street, no thread");
      assertThat(get(proxy, "/address-loom/1")).isEqualTo("1 Main Street, virtual thread");
    }
  }

  private Child proxy(Child service, String type) throws Exception {
    return start(
        "proxy",
        "--server.port=0",
        "--service=" + service.awaitAddress(TIMEOUT),
        "--spring.main.web-application-type=" + type,
        "--spring.threads.virtual.enabled=true");
  }

  private static String get(Child proxy, String path) throws Exception {
    var target = proxy.awaitAddress(TIMEOUT).resolve(path);
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(target).timeout(TIMEOUT).build(), BodyHandlers.ofString())
          .body();
    }
  }

  private Child start(String name, String... arguments) throws Exception {
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
        .jar(JAR, arguments)
        .printingTo(directory.resolve(name))
        .start();
  }
}
