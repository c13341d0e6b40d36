// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.transform.MonitorTransformer.BootClassWatch;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** Waits for classes of the boot loader where nothing is rewritten; each is met once. */
final class ClassWatch implements ClassFileTransformer {

  private final Instrumentation instrumentation;
  private final List<BootClassWatch> watches;

  private ClassWatch(List<BootClassWatch> watches, Instrumentation instrumentation) {
    this.watches = new ArrayList<>(watches);
    this.instrumentation = instrumentation;
  }

  /** Begins to wait; those that are loaded already are met now. */
  static void begin(List<BootClassWatch> watches, Instrumentation instrumentation) {
    ClassWatch watch = new ClassWatch(watches, instrumentation);
    instrumentation.addTransformer(watch, false);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getClassLoader() == null) {
        watch.meet(loaded.getName().replace('.', '/'));
      }
    }
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null && className != null) {
      meet(className);
    }
    return null;
  }

  private void meet(String internalName) {
    BootClassWatch met = take(internalName);
    if (met != null) {
      met.action().run();
    }
  }

  /** Null if it is none of those that are waited for. */
  private synchronized BootClassWatch take(String internalName) {
    for (int i = 0; i < watches.size(); i++) {
      if (watches.get(i).internalName().equals(internalName)) {
        BootClassWatch met = watches.remove(i);
        if (watches.isEmpty()) {
          instrumentation.removeTransformer(this);
        }
        return met;
      }
    }
    return null;
  }
}
