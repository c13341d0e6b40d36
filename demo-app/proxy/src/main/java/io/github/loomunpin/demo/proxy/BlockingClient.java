// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks the service and waits on the thread that wants to know. */
@Component
class BlockingClient {

  private final RestClient client;

  BlockingClient(RestClient.Builder builder, @Value("${service}") String service) {
    client = builder.baseUrl(service).build();
  }

  /** With the kind of thread that waited. */
  String address(int timeout) {
    var address = client.get().uri("/address/{timeout}", timeout).retrieve().body(String.class);
    return address + (Thread.currentThread().isVirtual() ? ", virtual thread" : ", kernel thread");
  }
}
