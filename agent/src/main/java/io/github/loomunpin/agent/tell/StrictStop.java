// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import io.github.loomunpin.rules.option.AgentOptions;

/** Stops the VM where {@code strict=true} asks for it. Safe for any thread. */
final class StrictStop {

  private final AgentOptions options;
  private final Log log;
  private volatile Runnable last;

  StrictStop(AgentOptions options, Log log) {
    this.options = options;
    this.log = log;
  }

  /** Has this done before. */
  void setLast(Runnable action) {
    last = action;
  }

  /** Called for what strict=true does not let pass; returns if that is not set. */
  void now() {
    if (!options.strict()) {
      return;
    }
    log.say(Log.Weight.PROBLEM, "stopping the VM, because strict=true");
    log.end();
    try {
      if (last != null) {
        last.run();
      }
    } catch (RuntimeException | VirtualMachineError e) {
      // It stops all the same.
    }
    // Not exit: this thread holds class loading locks that shutdown hooks may want.
    Runtime.getRuntime().halt(1);
  }
}
