// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** On Netty: no request waits on any thread, or each on a virtual one of its own. */
@RestController
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveProxy {

  /** Reactor Netty opens no more than 500 by itself. */
  private static final int CONNECTIONS = 10_000;

  private final WebClient client;
  private final BlockingClient blockingClient;

  ReactiveProxy(
      WebClient.Builder builder,
      BlockingClient blockingClient,
      @Value("${service}") String service) {
    var connections = ConnectionProvider.builder("service").maxConnections(CONNECTIONS).build();
    var connector = new ReactorClientHttpConnector(HttpClient.create(connections));
    client = builder.clientConnector(connector).baseUrl(service).build();
    this.blockingClient = blockingClient;
  }

  @GetMapping("/address/{timeout}")
  Mono<String> address(@PathVariable int timeout) {
    return client
        .get()
        .uri("/address/{timeout}", timeout)
        .retrieve()
        .bodyToMono(String.class)
        .map(address -> address + ", no thread");
  }

  /** Spring runs what may block on a virtual thread if {@code spring.threads.virtual.enabled}. */
  @GetMapping("/address-loom/{timeout}")
  String addressByBlocking(@PathVariable int timeout) {
    return blockingClient.address(timeout);
  }

  /** Or Spring Boot would take Tomcat, which is there too. */
  @Bean
  static NettyReactiveWebServerFactory netty() {
    return new NettyReactiveWebServerFactory();
  }
}
