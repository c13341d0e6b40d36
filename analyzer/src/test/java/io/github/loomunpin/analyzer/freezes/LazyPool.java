// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** The first caller connects inside {@code synchronized}; all others block at its entry. */
final class LazyPool {

  private Object connections;

  Object getConnection() throws Exception {
    if (connections == null) {
      synchronized (this) {
        if (connections == null) {
          connections = connect();
        }
      }
    }
    return connections;
  }

  private static Object connect() throws Exception {
    return Standing.elsewhere(Object::new);
  }

  public static void main(String[] args) throws Exception {
    LazyPool pool = new LazyPool();
    Standing.still(number -> pool.getConnection());
  }
}
