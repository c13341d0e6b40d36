// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

/** Some of a product that were sold at once. */
@Entity
class Purchase {

  @Id @GeneratedValue private Long id;

  @NotNull
  @ManyToOne(fetch = FetchType.LAZY)
  private Product product;

  @Positive private int amount;

  /** For Hibernate. */
  protected Purchase() {}

  Purchase(Product product, int amount) {
    this.product = product;
    this.amount = amount;
  }
}
