// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;

/**
 * Lets class loaders find what rewritten code calls in order to lock, as soon as they have defined
 * such code. The JVM asks a loader once and records it as an initiating loader of the class found
 * (JVMS §5.3), so that no lock asks it later: then the heap may be full, another thread may have
 * the loader, or the loader may have been closed, none of which matters to a monitor.
 *
 * <p>The loader is asked by the thread for which it defines a class, where the JVM has just asked
 * it for the superclass.
 */
final class UnpinResolution {

  private static final String[] CALLED = {
    UnpinMonitors.class.getName(), UnpinStandIn.class.getName(), UnpinFrameLocks.class.getName()
  };

  private UnpinResolution() {}

  /** Throws what the loader throws. */
  @Hidden
  static void resolve(ClassLoader loader) throws ClassNotFoundException {
    for (String name : CALLED) {
      Class.forName(name, false, loader);
    }
  }

  /** Has the loader asked if it has not been and has rewritten code; throws nothing. */
  @Hidden
  static void resolveOnce(ClassLoader loader) {
    UnpinAgentLink agent = UnpinAgentLink.agent();
    if (!agent.isUnresolved(loader) || UnpinStackRoom.isLowForOffer()) {
      return;
    }
    try {
      resolve(loader);
      agent.setResolved(loader);
    } catch (VirtualMachineError e) {
      // There was too little stack or memory; the loader's next class brings another attempt.
    } catch (Throwable t) {
      agent.setUnresolvable(loader, t);
    }
  }
}
