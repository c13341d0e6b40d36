// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/**
 * Serves {@code GET /address/TIMEOUT} by asking the service that {@code --service=URL} names, which
 * answers after that many milliseconds. Other paths ask it by another client.
 *
 * <p>It runs on Tomcat, or on Netty with {@code --spring.main.web-application-type=reactive}. With
 * {@code service} as the first argument it is that service.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class ProxyApplication {

  /** Serves until the process is stopped; the other arguments are Spring Boot's. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("service")) {
      SlowService.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      SpringApplication.run(ProxyApplication.class, args);
    }
  }

  @EventListener
  void listening(WebServerInitializedEvent event) {
    System.out.printf("Listening on http://127.0.0.1:%d/%n", event.getWebServer().getPort());
  }
}
