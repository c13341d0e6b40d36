// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.ProtocolHandler;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.embedded.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.context.annotation.Bean;

/** What Spring Boot starts. */
@SpringBootApplication(proxyBeanMethods = false)
class Server {

  /** Tomcat hands every request to this executor, so each runs on a virtual thread of its own. */
  @Bean
  @ConditionalOnProperty(name = Launch.VIRTUAL_THREADS, havingValue = "true")
  TomcatProtocolHandlerCustomizer<ProtocolHandler> requestsOnVirtualThreads() {
    return handler -> handler.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Starts the server and says on stdout where it listens, once its pool is full. */
  record Launch(int port, int tomcatThreads, Database database, boolean verbose) {

    static final String VIRTUAL_THREADS = "virtualThreads";

    private static final Duration FILLING_TIMEOUT = Duration.ofSeconds(30);

    void start() {
      boolean virtual = virtualThreads();
      requireFreePort();
      var application = new SpringApplication(Server.class);
      application.setBannerMode(Banner.Mode.OFF);
      var context = (WebServerApplicationContext) application.run(properties());

      long begin = System.nanoTime();
      fill(context.getBean(HikariDataSource.class));
      double seconds = (System.nanoTime() - begin) / 1e9;

      System.out.printf(
          "%s, requests on %s, pool of %d filled in %.1f s%n",
          ServerInfo.getServerInfo(),
          virtual ? "virtual threads" : tomcatThreads + " kernel threads",
          database.poolSize(),
          seconds);
      System.out.printf("Listening on http://127.0.0.1:%d/%n", context.getWebServer().getPort());
    }

    private static boolean virtualThreads() {
      return switch (System.getProperty(VIRTUAL_THREADS, "false")) {
        case "true" -> true;
        case "false" -> false;
        case String other ->
            throw new StartRefusal(
                StartRefusal.USAGE, "-DvirtualThreads must be true or false, not " + other);
      };
    }

    private void requireFreePort() {
      if (port < 0 || port > 65535) {
        throw new StartRefusal(StartRefusal.USAGE, "--port must be 0 to 65535, not " + port);
      }
      try (var probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        probe.getLocalPort();
      } catch (IOException e) {
        throw new StartRefusal(
            StartRefusal.USAGE,
            "port %d cannot be used (%s); choose another with --port, or 0 for a free one"
                .formatted(port, e.getMessage()),
            e);
      }
    }

    private String[] properties() {
      return new String[] {
        "--server.address=127.0.0.1",
        "--server.port=" + port,
        "--server.tomcat.threads.max=" + tomcatThreads,
        // A thousand connections arrive at once; what the backlog cannot take waits a second for
        // TCP's retry.
        "--server.tomcat.accept-count=1000",
        "--spring.datasource.url=" + database.url(),
        "--spring.datasource.hikari.maximum-pool-size=" + database.poolSize(),
        "--spring.main.log-startup-info=" + verbose,
        "--logging.level.root=" + (verbose ? "info" : "warn"),
      };
    }

    /**
     * Waits until all connections are open, so that nothing is measured while the pool grows.
     *
     * <p>HikariCP's own {@code blockUntilFilled} sets a core size above the maximum of its
     * executor, which ThreadPoolExecutor refuses since JDK 9.
     */
    private void fill(HikariDataSource pool) {
      long deadline = System.nanoTime() + FILLING_TIMEOUT.toNanos();
      try {
        pool.getConnection().close();
        int open;
        while ((open = pool.getHikariPoolMXBean().getTotalConnections()) < database.poolSize()) {
          if (System.nanoTime() - deadline > 0) {
            throw new StartRefusal(
                StartRefusal.UNUSABLE_DATABASE,
                "the database gave %d of %d connections in %d s; raise its max_connections or lower --pool-size"
                    .formatted(open, database.poolSize(), FILLING_TIMEOUT.toSeconds()));
          }
          Thread.sleep(20);
        }
      } catch (SQLException e) {
        throw new StartRefusal(
            StartRefusal.UNUSABLE_DATABASE, "the pool gets no connection: " + e.getMessage(), e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
