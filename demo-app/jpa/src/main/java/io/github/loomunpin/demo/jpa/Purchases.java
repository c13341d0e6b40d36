// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface Purchases extends JpaRepository<Purchase, Long> {

  @Query("select coalesce(sum(p.amount), 0) from Purchase p where p.product.name = :name")
  long sold(String name);
}
