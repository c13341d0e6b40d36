// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.jpa;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;

interface Products extends JpaRepository<Product, Long> {

  /** Locks the row until the transaction ends. */
  @Lock(LockModeType.PESSIMISTIC_WRITE)
  Optional<Product> findByName(String name);
}
