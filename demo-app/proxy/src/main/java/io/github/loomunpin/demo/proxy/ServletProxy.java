// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.proxy;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** On Tomcat: every request waits on the thread that Tomcat gave it. */
@RestController
@ConditionalOnWebApplication(type = Type.SERVLET)
class ServletProxy {

  private final ServiceClients clients;

  ServletProxy(ServiceClients clients) {
    this.clients = clients;
  }

  @GetMapping("/address/{timeout}")
  String address(@PathVariable int timeout) {
    return clients.byRestTemplate(timeout);
  }

  @GetMapping("/address-rest-client/{timeout}")
  String addressByRestClient(@PathVariable int timeout) {
    return clients.byRestClient(timeout);
  }
}
