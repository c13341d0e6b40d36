// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.classic;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The two endpoints of the experiment: one second of sleep here, one second of sleep in the
 * database. Two others do the same without the sleep.
 */
@RestController
class Endpoints {

  private final JdbcTemplate jdbc;

  Endpoints(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @GetMapping("/")
  String sleep() throws InterruptedException {
    Thread.sleep(1000);
    return "OK";
  }

  @GetMapping("/sql")
  String sleepInDatabase() {
    return jdbc.queryForList("select pg_sleep(1)").toString();
  }

  @GetMapping("/ok")
  String answer() {
    return "OK";
  }

  @GetMapping("/sql/ok")
  String answerOfDatabase() {
    return jdbc.queryForList("select 1 as one").toString();
  }
}
