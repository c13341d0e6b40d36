// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * On Netty: no request waits on any thread, or each on a virtual one of its own. Spring runs what
 * may block on a virtual thread if {@code spring.threads.virtual.enabled}.
 */
@RestController
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveProxy {

  private final ServiceClients clients;

  ReactiveProxy(ServiceClients clients) {
    this.clients = clients;
  }

  @GetMapping("/address/{timeout}")
  Mono<String> address(@PathVariable int timeout) {
    return clients.byWebClient(timeout);
  }

  @GetMapping("/address-loom/{timeout}")
  String addressByWaiting(@PathVariable int timeout) {
    return clients.byWaitingForWebClient(timeout);
  }

  @GetMapping("/address-rest-client/{timeout}")
  String addressByRestClient(@PathVariable int timeout) {
    return clients.byRestClient(timeout);
  }

  /** Or Spring Boot would take Tomcat, which is there too. */
  @Bean
  static NettyReactiveWebServerFactory netty() {
    return new NettyReactiveWebServerFactory();
  }
}
