// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/**
 * A shop whose tables Hibernate makes anew at each start, in the database of {@code
 * --spring.datasource.url}. Everything that no argument sets is Spring Boot's default.
 */
@SpringBootApplication
public class JpaApplication {

  /** Serves until the process is stopped; the arguments are Spring Boot's. */
  public static void main(String[] args) {
    SpringApplication.run(JpaApplication.class, args);
  }

  @EventListener
  void listening(WebServerInitializedEvent event) {
    System.out.printf("Listening on http://127.0.0.1:%d/%n", event.getWebServer().getPort());
  }
}
