// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("proxy.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Than 500, the default of Reactor Netty. */
  private static final int MORE = 600;

  @TempDir private Path directory;

  @BeforeEach
  void jdk() {
    assumeTrue(Jdk.named(21).isPresent(), "no JDK 21");
  }

  @Test
  void on_tomcat_a_virtual_thread_asks_by_the_published_client_or_by_a_pool() throws Exception {
    try (var service = start("service", "service");
        var proxy = proxy(service.awaitAddress(TIMEOUT), "servlet")) {
      assertThat(get(proxy, "/address/1"))
          .matches("1 Main Street for Java/21[.0-9]*, virtual thread");
      assertThat(get(proxy, "/address-rest-client/1"))
          .matches("1 Main Street for ReactorNetty/[.0-9]+, virtual thread");
    }
  }

  @Test
  void on_netty_no_thread_waits_or_a_virtual_one() throws Exception {
    try (var service = start("service", "service");
        var proxy = proxy(service.awaitAddress(TIMEOUT), "reactive")) {
      assertThat(get(proxy, "/address/1"))
          .matches("1 Main Street for ReactorNetty/[.0-9]+, no thread");
      for (var path : List.of("/address-loom/1", "/address-rest-client/1")) {
        assertThat(get(proxy, path))
            .matches("1 Main Street for ReactorNetty/[.0-9]+, virtual thread");
      }
    }
  }

  @Test
  void on_tomcat_more_requests_wait_for_the_service_at_one_time_than_its_default_pool_has()
      throws Exception {
    assertThatAllWaitAtOneTime("servlet", "/address/1", "/address-rest-client/1");
  }

  @Test
  void on_netty_more_requests_wait_for_the_service_at_one_time_than_its_default_pool_has()
      throws Exception {
    assertThatAllWaitAtOneTime(
        "reactive", "/address/1", "/address-loom/1", "/address-rest-client/1");
  }

  private void assertThatAllWaitAtOneTime(String type, String... paths) throws Exception {
    try (var service = new PatientService(MORE);
        var proxy = proxy(service.address(), type);
        var client = HttpClient.newHttpClient()) {
      for (var path : paths) {
        var target = proxy.awaitAddress(TIMEOUT).resolve(path);
        var request = HttpRequest.newBuilder(target).timeout(TIMEOUT).build();
        var answers =
            IntStream.range(0, MORE)
                .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofString()))
                .toList();
        // None of them comes before all have asked the service.
        assertThat(answers)
            .as(path)
            .allSatisfy(answer -> assertThat(answer.get().body()).startsWith("all are here"));
      }
    }
  }

  private Child proxy(URI service, String type) throws Exception {
    return start(
        "proxy",
        "--server.port=0",
        "--service=" + service,
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
