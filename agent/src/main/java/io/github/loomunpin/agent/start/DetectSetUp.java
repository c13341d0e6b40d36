// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.manage.ServerStart;
import io.github.loomunpin.agent.tell.Log;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer.BootClassWatch;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets the agent up where it reports pins and rewrites nothing. */
final class DetectSetUp {

  private DetectSetUp() {}

  static void start(
      Detection detection, AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    OwnThreads.begin();
    List<BootClassWatch> watches = new ArrayList<>();
    watches.add(
        new BootClassWatch(
            ServerStart.FACTORY,
            new ServerStart(options, outcome, instrumentation, Optional.of(detection))));
    if (outcome.log().awaited().isPresent()) {
      watches.add(new BootClassWatch(outcome.log().awaited().get(), outcome.log()));
    }
    ClassWatch.begin(watches, instrumentation);
    Runtime.getRuntime().addShutdownHook(new Log.ExitReport(outcome.log(), detection::end));
    detection.begin();
  }

  /** Waits for classes of the boot loader where nothing is rewritten; each is met once. */
  private static final class ClassWatch implements ClassFileTransformer {

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

    /** Removes and returns the watch for a class; null if nothing watches for it. */
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
}
