// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.install.DefinitionGuard;
import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.manage.LockOwners;
import io.github.loomunpin.agent.manage.ServerStart;
import io.github.loomunpin.agent.record.RecorderStart;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.JdkVersion;
import io.github.loomunpin.agent.tell.LoadedEarly;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.RunningReport;
import io.github.loomunpin.agent.tell.StandstillTeller;
import io.github.loomunpin.agent.tell.TallyReport;
import io.github.loomunpin.agent.tell.ThreadsTold;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.transform.MonitorTransformer.BootClassWatch;
import io.github.loomunpin.agent.unoffered.JdkRewriting;
import io.github.loomunpin.agent.unoffered.RuntimeLink;
import io.github.loomunpin.agent.unoffered.UnofferedClasses;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets the agent up, once its options are known and the runtime is installed. */
final class SetUp {

  private static final String TRACING = "jdk.tracePinnedThreads";

  private SetUp() {}

  static void start(AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    OwnThreads.begin();
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    if (rewrite) {
      // A security manager can be set only if the JVM was started with this property.
      SharingClasses.load(
          options.dump().isPresent() || System.getProperty("java.security.manager") != null);
      ignoreTracing(outcome);
    }
    Class<?>[] loadedBefore = instrumentation.getAllLoadedClasses();
    RewriteCache cache = RewriteCache.open(options, outcome);
    VisibleClasses classes = VisibleClasses.of(options, loadedBefore, cache);
    if (rewrite && outcome.threads().isPresent()) {
      RuntimeInstaller.installThreads(instrumentation);
      ThreadsTold.to(outcome.threads().get());
    }
    // Not even its class is loaded where the options do not ask for it.
    Optional<Detection> detection =
        options.detect().isPresent()
            ? Detection.of(options, outcome, instrumentation)
            : Optional.empty();
    List<BootClassWatch> watches = new ArrayList<>();
    watches.add(new BootClassWatch(RecorderStart.RECORDER, new RecorderStart(options, outcome)));
    watches.add(
        new BootClassWatch(
            ServerStart.FACTORY, new ServerStart(options, outcome, instrumentation, detection)));
    if (outcome.log().awaited().isPresent()) {
      watches.add(new BootClassWatch(outcome.log().awaited().get(), outcome.log()));
    }
    MonitorTransformer transformer =
        new MonitorTransformer(classes, cache, options, outcome, watches);
    Optional<JdkRewriting> jdk =
        rewrite
            ? Optional.of(new JdkRewriting(classes, options, outcome, instrumentation))
            : Optional.empty();
    UnofferedClasses unoffered =
        new UnofferedClasses(instrumentation, transformer, outcome, loadedBefore, jdk);
    if (jdk.isPresent()) {
      RuntimeLink.connect(
          transformer,
          unoffered,
          jdk.get(),
          new StandstillTeller(outcome, new LockOwners(instrumentation), detection.isEmpty()),
          outcome);
      jdk.get().begin();
    }
    Class<?>[] loadedNow;
    try {
      // Threads of other agents may have loaded some since, and now it is the last time. What else
      // is new is named when it is found not to have been offered.
      loadedNow = instrumentation.getAllLoadedClasses();
      Class<?>[] expected = LoadedEarly.expected(loadedBefore, loadedNow);
      unoffered.setLoadedBefore(expected);
      List<String> doubtful = classes.nativeClasses().setLoadedBefore(expected);
      instrumentation.addTransformer(transformer, false);
      Runnable lastLook =
          detection.isPresent() ? new LastLook(unoffered, detection.get()) : unoffered;
      complete(options, outcome, instrumentation, transformer, lastLook, cache);
      tell(classes, doubtful, outcome);
    } catch (Throwable t) {
      // The application must run as if the agent were not there.
      instrumentation.removeTransformer(transformer);
      if (jdk.isPresent()) {
        jdk.get().end();
      }
      throw t;
    }
    for (BootClassWatch watch : watches) {
      if (isLoaded(watch.internalName(), loadedNow)) {
        watch.action().run();
      }
    }
    if (detection.isPresent()) {
      detection.get().begin();
    }
  }

  /**
   * What the property prints, it prints in the midst of parking, by streams that may lock. A thread
   * that has to wait there parks once more, and the JVM waits for both to end (JDK-8322846). The
   * JDK reads it when there is a first virtual thread.
   */
  private static void ignoreTracing(Outcome outcome) {
    if (System.getProperty(TRACING) != null) {
      boolean inTime = UnpinControl.hasNoVirtualThreads();
      System.clearProperty(TRACING);
      outcome.warn(
          "-D"
              + TRACING
              + (inTime ? " is ignored, since it can" : " can")
              + " stop the whole JVM (JDK-8322846); mode=rewrite+detect tells what still pins");
    }
  }

  /** What is left to be found out when the JVM ends. */
  private record LastLook(Runnable unoffered, Detection detection) implements Runnable {

    @Override
    public void run() {
      unoffered.run();
      detection.end();
    }
  }

  private static void tell(VisibleClasses classes, List<String> doubtful, Outcome outcome) {
    List<Class<?>> loadedBefore = classes.nativeClasses().takeLoadedBefore();
    if (!loadedBefore.isEmpty()) {
      LoadedEarly.tell(loadedBefore, outcome);
    }
    for (String name : doubtful) {
      outcome.unsafe(
          name
              + " was loaded while the agent started, and locks natively what the JDK's code may lock"
              + " virtually");
    }
  }

  private static void complete(
      AgentOptions options,
      Outcome outcome,
      Instrumentation instrumentation,
      MonitorTransformer transformer,
      Runnable lastLook,
      RewriteCache cache) {
    boolean rewrite = options.mode() == AgentOptions.Mode.REWRITE;
    if (instrumentation.isNativeMethodPrefixSupported()) {
      instrumentation.setNativeMethodPrefix(transformer, ClassRewriter.NATIVE_METHOD_PREFIX);
    }
    if (rewrite) {
      guardDefinitions(instrumentation, outcome);
      UnpinControl.prepareModes(SetUp.class);
      UnpinControl.watch();
      Practice.begin(transformer, cache.isWarm());
    }
    outcome.say(
        (rewrite ? "on" : "dry run on")
            + " JDK "
            + JdkVersion.ofThisJvm()
            + "; loom-unpin "
            + OwnFiles.version(SetUp.class));
    Runtime.getRuntime()
        .addShutdownHook(
            new TallyReport.AtExit(options, outcome, report(options, outcome), lastLook));
  }

  private static Optional<RunningReport> report(AgentOptions options, Outcome outcome) {
    if (options.report().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(RunningReport.begin(options, outcome, options.report().get()));
  }

  private static void guardDefinitions(Instrumentation instrumentation, Outcome outcome) {
    try {
      DefinitionGuard.install(instrumentation);
    } catch (IllegalStateException e) {
      outcome.warn(
          "classes that are loaded where stack or memory is short may lock natively: "
              + e.getMessage());
    }
  }

  private static boolean isLoaded(String internalName, Class<?>[] classes) {
    String name = internalName.replace('/', '.');
    for (Class<?> loaded : classes) {
      if (loaded.getClassLoader() == null && loaded.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
