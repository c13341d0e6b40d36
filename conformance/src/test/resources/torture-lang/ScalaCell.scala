// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package lang

import java.util.concurrent.atomic.AtomicInteger

class ScalaCell(counter: AtomicInteger) {
  private[this] val lock = new Object

  lazy val lazily: Int = counter.incrementAndGet()

  lazy val failing: Int = throw new IllegalStateException("lazy " + lazily)

  def local(): Int = {
    lazy val inMethod = lazily + 1
    inMethod + inMethod
  }

  def inLock(action: Runnable): Unit = lock.synchronized {
    action.run()
  }

  def returning(action: Runnable): Int = lock.synchronized {
    action.run()
    7
  }

  def onThis(action: Runnable): Unit = this.synchronized { action.run() }

  def method(action: Runnable): Unit = synchronized {
    List(1).foreach(_ => synchronized { action.run() })
  }
}

object ScalaCell {
  def fixed(action: Runnable): Unit = synchronized { action.run() }
}
