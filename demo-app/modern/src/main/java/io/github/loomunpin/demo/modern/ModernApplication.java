// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.modern;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code GET /thread-application/run}, which sleeps five seconds, and the same with a number
 * at its end, which sleeps so many milliseconds.
 *
 * <p>Everything that no argument sets is Spring Boot's default, so requests run on Tomcat's 200
 * kernel threads, or on virtual threads with {@code --spring.threads.virtual.enabled=true}.
 */
@SpringBootApplication(proxyBeanMethods = false)
@RestController
public class ModernApplication {

  private static final long SLEEP_MILLIS = 5000;

  /** Serves until the process is stopped; the arguments are Spring Boot's. */
  public static void main(String[] args) {
    SpringApplication.run(ModernApplication.class, args);
  }

  /** Says what kind of thread it slept on. */
  @GetMapping("/thread-application/run")
  String run() throws InterruptedException {
    return run(SLEEP_MILLIS);
  }

  /** Sleeps for less time, to warm up, and says what kind of thread it slept on. */
  @GetMapping("/thread-application/run/{millis}")
  String run(@PathVariable long millis) throws InterruptedException {
    Thread.sleep(millis);
    return Thread.currentThread().isVirtual() ? "virtual thread" : "kernel thread";
  }

  @EventListener
  void listening(WebServerInitializedEvent event) {
    System.out.printf("Listening on http://127.0.0.1:%d/%n", event.getWebServer().getPort());
  }
}
