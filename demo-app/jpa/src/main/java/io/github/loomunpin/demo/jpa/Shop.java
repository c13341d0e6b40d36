// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sells; each purchase is a transaction. */
@Service
class Shop {

  private final Products products;
  private final Purchases purchases;

  Shop(Products products, Purchases purchases) {
    this.products = products;
    this.purchases = purchases;
  }

  @Transactional
  public Stock stocked(String name, int amount) {
    Product product = products.save(new Product(name, amount));
    return new Stock(product.name(), product.stock(), 0);
  }

  @Transactional
  public Stock sold(String name, int amount) {
    Product product = products.findByName(name).orElseThrow();
    product.take(amount);
    purchases.saveAndFlush(new Purchase(product, amount));
    return stock(product);
  }

  @Transactional
  public Stock stock(String name) {
    return stock(products.findByName(name).orElseThrow());
  }

  @Transactional(readOnly = true)
  public long count() {
    return products.count();
  }

  private Stock stock(Product product) {
    return new Stock(product.name(), product.stock(), purchases.sold(product.name()));
  }
}
