// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Optional;

/**
 * Asks the JVM for the class file of a loaded class, by a retransformation that changes nothing
 * (JVMTI, {@code RetransformClasses}). Other agents take part in it, so it happens on a thread of
 * the agent's own.
 */
final class LoadedClassFile extends Job<byte[]> implements ClassFileTransformer {

  private final Instrumentation instrumentation;
  private final Class<?> wanted;
  private volatile byte[] seen;

  private LoadedClassFile(Instrumentation instrumentation, Class<?> wanted) {
    this.instrumentation = instrumentation;
    this.wanted = wanted;
  }

  /** Empty if the JVM does not show it in time. Not for threads that are in a transformer. */
  static Optional<byte[]> of(Class<?> wanted, Instrumentation instrumentation) {
    if (!instrumentation.isRetransformClassesSupported()
        || !instrumentation.isModifiableClass(wanted)) {
      return Optional.empty();
    }
    LoadedClassFile asking = new LoadedClassFile(instrumentation, wanted);
    Job.End end = OwnThreads.run(asking, OwnThreads.LONG_MILLIS);
    return end == Job.End.DONE ? Optional.ofNullable(asking.result()) : Optional.empty();
  }

  @Override
  protected byte[] work() throws UnmodifiableClassException {
    instrumentation.addTransformer(this, true);
    try {
      instrumentation.retransformClasses(wanted);
    } finally {
      instrumentation.removeTransformer(this);
    }
    return seen;
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (classBeingRedefined == wanted) {
      seen = classFile;
    }
    return null;
  }
}
