// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package lang

import groovy.transform.CompileStatic
import groovy.transform.Synchronized

class GroovyCell {
  private final own = new Object()

  @Synchronized
  void generated(Runnable action) {
    action.run()
  }

  @Synchronized
  void generatedToo(Runnable action) {
    [1].each { action.run() }
  }

  @Synchronized('own')
  void inLock(Runnable action) {
    action.run()
  }

  void ownBlock(Runnable action) {
    synchronized (own) {
      action.run()
    }
  }

  synchronized void method(Runnable action) {
    action.run()
  }

  @CompileStatic
  void onThis(Runnable action) {
    synchronized (this) {
      action.run()
    }
  }

  /** Dynamic Groovy reaches both by reflection. */
  int notifyAndWait() {
    synchronized (own) {
      own.notifyAll()
      own.wait(1)
      return 7
    }
  }

  @Synchronized
  static void fixed(Runnable action) {
    action.run()
  }

  @Synchronized
  static void fixedToo(Runnable action) {
    action.run()
  }
}
