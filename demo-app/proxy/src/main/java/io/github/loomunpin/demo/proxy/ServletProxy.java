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

  private final BlockingClient client;

  ServletProxy(BlockingClient client) {
    this.client = client;
  }

  @GetMapping("/address/{timeout}")
  String address(@PathVariable int timeout) {
    return client.address(timeout);
  }
}
