// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.DefaultUriBuilderFactory;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * The ways to ask the service. Each answer ends with the kind of thread that waited for it, so that
 * a test sees which way a path takes.
 */
@Component
class ServiceClients {

  /** As many as there may be users. Reactor Netty opens no more than 500 by itself. */
  static final int CONNECTIONS = 10_000;

  private static final String PATH = "/address/{timeout}";

  private final RestTemplate restTemplate;
  private final RestClient restClient;
  private final WebClient webClient;

  ServiceClients(@Value("${service}") String service) {
    // What a RestTemplate asks through by itself: HttpURLConnection, which keeps five idle
    // connections.
    restTemplate = new RestTemplate(new SimpleClientHttpRequestFactory());
    restTemplate.setUriTemplateHandler(new DefaultUriBuilderFactory(service));
    var netty = HttpClient.create(connections());
    restClient =
        RestClient.builder()
            .requestFactory(new ReactorClientHttpRequestFactory(netty))
            .baseUrl(service)
            .build();
    webClient =
        WebClient.builder()
            .clientConnector(new ReactorClientHttpConnector(netty))
            .baseUrl(service)
            .build();
  }

  static ConnectionProvider connections() {
    return ConnectionProvider.builder("service").maxConnections(CONNECTIONS).build();
  }

  String byRestTemplate(int timeout) {
    return waited(restTemplate.getForObject(PATH, String.class, timeout));
  }

  String byRestClient(int timeout) {
    return waited(restClient.get().uri(PATH, timeout).retrieve().body(String.class));
  }

  String byWaitingForWebClient(int timeout) {
    return waited(ask(timeout).block());
  }

  Mono<String> byWebClient(int timeout) {
    return ask(timeout).map(address -> address + ", no thread");
  }

  private Mono<String> ask(int timeout) {
    return webClient.get().uri(PATH, timeout).retrieve().bodyToMono(String.class);
  }

  private static String waited(String address) {
    return address + (Thread.currentThread().isVirtual() ? ", virtual thread" : ", kernel thread");
  }
}
