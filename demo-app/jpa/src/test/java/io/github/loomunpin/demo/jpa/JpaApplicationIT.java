// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.demo.postgres.EmbeddedDatabase;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service with Hibernate on virtual threads, without the agent and with it. */
class JpaApplicationIT {

  private static final Path JAR = Path.of(System.getProperty("jpa.jar", "unset"));
  private static final Path AGENT = Path.of(System.getProperty("agent.jar", "unset"));
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int CUSTOMERS = 40;
  private static final String SOLD = "{\"name\":\"tea\",\"left\":20,\"sold\":80}";

  private static EmbeddedDatabase database;

  @TempDir private Path directory;

  @BeforeAll
  static void startDatabase() throws IOException {
    database = EmbeddedDatabase.start(30);
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
  }

  @Test
  void sells_what_there_is_with_the_agent() throws Exception {
    assertThat(soldOut(List.of(agent("strict")))).contains(SOLD);
  }

  @Test
  @Tag("long")
  void sells_what_there_is_without_the_agent_and_with_its_cache() throws Exception {
    Path cache = directory.resolve("jpa.cache");

    assertThat(soldOut(List.of())).contains(SOLD);
    assertThat(soldOut(List.of(agent("strict,cache.update=true,cache=" + cache))))
        .contains(SOLD)
        .contains("cache=" + cache + " has ");
    assertThat(Files.size(cache)).isPositive();
    assertThat(soldOut(List.of(agent("strict,cache=" + cache)))).contains(SOLD);
  }

  private static String agent(String options) {
    return "-javaagent:" + AGENT + "=" + options;
  }

  /** Forty customers at once; what is left, and what the application printed. */
  private String soldOut(List<String> options) throws Exception {
    var jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "no JDK 21");
    var program =
        jdk.get()
            .java()
            .options("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .options(options)
            .jar(JAR, "--server.port=0", "--spring.threads.virtual.enabled=true")
            .arguments("--spring.datasource.url=" + database.url())
            .printingTo(directory.resolve("out"));
    try (var application = program.start();
        var client = HttpClient.newHttpClient();
        var customers = Executors.newFixedThreadPool(CUSTOMERS)) {
      URI shop = application.awaitAddress(TIMEOUT).resolve("/products/tea");
      send(client, HttpRequest.newBuilder(URI.create(shop + "?amount=100")).POST(empty()));
      List<Future<String>> purchases = new ArrayList<>();
      URI purchase = URI.create(shop + "/purchases?amount=2");
      for (int i = 0; i < CUSTOMERS; i++) {
        purchases.add(
            customers.submit(() -> send(client, HttpRequest.newBuilder(purchase).POST(empty()))));
      }
      for (Future<String> each : purchases) {
        each.get();
      }
      String left = send(client, HttpRequest.newBuilder(shop));
      assertThat(application.stop(TIMEOUT)).as("ends when asked to").isTrue();
      return left + "\n" + application.output();
    }
  }

  private static HttpRequest.BodyPublisher empty() {
    return BodyPublishers.noBody();
  }

  private static String send(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    var response = client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
