// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.runtime.UnpinAgentLink;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;

/**
 * Answers what the runtime asks of the agent. This class cannot be loaded before the runtime is
 * installed, because its superclass is one of the runtime's.
 */
public final class RuntimeLink extends UnpinAgentLink {

  private final RuntimeModes modes;
  private final MonitorTransformer transformer;
  private final Outcome outcome;

  private RuntimeLink(RuntimeModes modes, MonitorTransformer transformer, Outcome outcome) {
    this.modes = modes;
    this.transformer = transformer;
    this.outcome = outcome;
  }

  /** Connects the runtime with the agent, once, before any rewritten class runs. */
  public static void connect(ModeBasis basis, MonitorTransformer transformer, Outcome outcome) {
    UnpinControl.connect(new RuntimeLink(new RuntimeModes(basis), transformer, outcome));
  }

  @Override
  public boolean isNativeClass(Class<?> c) {
    return modes.isNativeClass(c);
  }

  @Override
  public boolean isNativeMirror(Class<?> c) {
    return modes.isNativeMirror(c);
  }

  @Override
  public byte[] rewriteHidden(ClassLoader loader, byte[] classFile) {
    byte[] rewritten = transformer.transformHidden(loader, classFile);
    return rewritten == null ? classFile : rewritten;
  }

  @Override
  public void report(String message) {
    outcome.warn(message);
  }
}
