// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PositiveOrZero;

/** What the shop sells, and how many of it are left. */
@Entity
class Product {

  @Id @GeneratedValue private Long id;

  @NotBlank private String name;

  @PositiveOrZero private int stock;

  /** For Hibernate. */
  protected Product() {}

  Product(String name, int stock) {
    this.name = name;
    this.stock = stock;
  }

  String name() {
    return name;
  }

  int stock() {
    return stock;
  }

  void take(int amount) {
    stock -= amount;
  }
}
