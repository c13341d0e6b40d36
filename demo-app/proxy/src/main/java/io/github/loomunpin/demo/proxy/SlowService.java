// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;

/** A service that keeps whoever asks waiting, on so few threads that it costs little itself. */
final class SlowService {

  /** As many may wait to be connected as there may be users. */
  private static final int BACKLOG = 10_000;

  private SlowService() {}

  /** Listens on a free port of the loopback interface until the process is stopped. */
  static void main(String[] args) {
    var server =
        HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .route(
                routes ->
                    routes.get(
                        "/address/{timeout}",
                        (request, response) ->
                            response.sendString(
                                after(
                                    Duration.ofMillis(Long.parseLong(request.param("timeout"))),
                                    request.requestHeaders().get(HttpHeaderNames.USER_AGENT)))))
            .bindNow();
    System.out.printf("Listening on http://127.0.0.1:%d/%n", server.port());
    server.onDispose().block();
  }

  /** An address, and who asked for it. */
  private static Mono<String> after(Duration time, String client) {
    return Mono.delay(time).thenReturn("1 Main Street for " + client);
  }
}
