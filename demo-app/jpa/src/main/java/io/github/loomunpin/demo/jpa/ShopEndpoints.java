// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The shop over HTTP. */
@RestController
class ShopEndpoints {

  private final Shop shop;

  ShopEndpoints(Shop shop) {
    this.shop = shop;
  }

  /** Says OK after it has asked the database. */
  @GetMapping("/")
  String ready() {
    return shop.count() >= 0 ? "OK" : "";
  }

  @PostMapping("/products/{name}")
  Stock product(@PathVariable String name, @RequestParam int amount) {
    return shop.stocked(name, amount);
  }

  @PostMapping("/products/{name}/purchases")
  Stock purchase(@PathVariable String name, @RequestParam int amount) {
    return shop.sold(name, amount);
  }

  @GetMapping("/products/{name}")
  Stock stock(@PathVariable String name) {
    return shop.stock(name);
  }
}
