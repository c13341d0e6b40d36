// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.metrics.samples.Shop;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

/** A JVM that runs the shop, or another program, with the agent, and others beside it. */
record ShopJvm(Child child, URI metrics) implements AutoCloseable {

  static final Duration LIMIT = Duration.ofMinutes(10);
  static final Path RESOURCES = Path.of("src/main/resources/loom-unpin/metrics");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** The java command of JDK 21, where monitors pin. */
  static JavaCommand java() {
    assumeTrue(Jdk.named(21).isPresent(), "./verify names the JDK in jdk21.home");
    return Jdk.named(21).orElseThrow().java();
  }

  static Path agent() {
    return Path.of(System.getProperty("agent.jar")).normalize();
  }

  static Path other(String name) {
    return Path.of(System.getProperty("agents"), name + ".jar");
  }

  static ShopJvm withJmxExporter(String agentOptions) throws Exception {
    return withJmxExporter(agentOptions, ClassPathArgument.entry(Shop.class), Shop.class.getName());
  }

  static ShopJvm withJmxExporter(String agentOptions, Path classes, String main) throws Exception {
    int port = freePort();
    String where = "127.0.0.1:" + port;
    String config = where + ":" + RESOURCES.resolve("prometheus-jmx-exporter.yaml");
    Child child =
        java()
            .agent(agent(), agentOptions)
            .agent(other("jmx_prometheus_javaagent"), config)
            .classPath(classes)
            .main(main)
            .printing(new Output.Captured())
            .start();
    return new ShopJvm(child, URI.create("http://" + where + "/metrics"));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until what is exported is as wanted. */
  Exposition awaitExport(Predicate<Exposition> wanted) throws Exception {
    String last = "";
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        last = get(metrics);
        Exposition exposition = Exposition.of(last);
        if (wanted.test(exposition)) {
          return exposition;
        }
      } catch (IOException e) {
        // It does not listen yet.
        last = e.toString();
      }
      Thread.sleep(200);
    }
    throw new AssertionError("never exported: " + last + "\n" + child.output());
  }

  static String get(URI uri) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }

  @Override
  public void close() {
    child.close();
  }
}
