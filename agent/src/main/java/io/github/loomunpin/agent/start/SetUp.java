// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.detect.ConvertedClasses;
import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.install.JdkHooks;
import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.manage.OwnerLines;
import io.github.loomunpin.agent.manage.ServerStart;
import io.github.loomunpin.agent.record.RecorderStart;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.JdkVersion;
import io.github.loomunpin.agent.tell.LoadedEarly;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.RunningReport;
import io.github.loomunpin.agent.tell.StandstillTeller;
import io.github.loomunpin.agent.tell.TallyReport;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.transform.MonitorTransformer.BootClassWatch;
import io.github.loomunpin.agent.unoffered.JdkRewriting;
import io.github.loomunpin.agent.unoffered.RuntimeLink;
import io.github.loomunpin.agent.unoffered.UnofferedClasses;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.MovedMethods;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.JdkGroup;
import io.github.loomunpin.rules.option.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sets the agent up, once its options are known and the runtime is installed: steps 5 to 13 of its
 * start, of which {@link AgentStart} takes those before. Each needs what the ones above it have
 * done.
 */
final class SetUp {

  private static final String TRACING = "jdk.tracePinnedThreads";

  private final AgentOptions options;
  private final Outcome outcome;
  private final Instrumentation instrumentation;
  private final boolean rewrites;
  private final List<BootClassWatch> watches = new ArrayList<>();

  private SetUp(AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    this.options = options;
    this.outcome = outcome;
    this.instrumentation = instrumentation;
    this.rewrites = options.mode() == AgentOptions.Mode.REWRITE;
  }

  static void start(AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    new SetUp(options, outcome, instrumentation).start();
  }

  private void start() {
    // 5. The agent's own threads, which all that follows may need.
    OwnThreads.begin();
    // 6. The JDK's classes that share locks are loaded, before anything is rewritten: what a thread
    //    loads while it is in a transformer the JVM offers to none.
    if (rewrites) {
      loadSharingClasses();
      ignoreTracing();
    }
    // 7. What classes see. Whatever is loaded by now locks natively, and this fixes it for good.
    Class<?>[] loadedBefore = instrumentation.getAllLoadedClasses();
    RewriteCache cache = RewriteCache.open(options, outcome);
    VisibleClasses classes = VisibleClasses.of(options, loadedBefore, cache);
    // 8. What rewritten code calls to make threads, before the rewriter can name it.
    if (rewrites && outcome.threads().isPresent()) {
      RuntimeInstaller.installThreads(instrumentation);
      outcome.threads().get().connect();
    }
    // 9. What the transformer needs is made; nothing is registered yet. Not even the class of
    //    detection is loaded where the options do not ask for it.
    Optional<Detection> detection =
        options.detect().isPresent()
            ? Detection.of(
                options,
                outcome,
                new ConvertedClasses(classes.converted(), classes.nativeClasses()),
                instrumentation)
            : Optional.empty();
    AgentOptions effective =
        classes.nativeClasses().mayLoadedBeforeLock()
            ? options.withoutJdk(JdkGroup.thatEarlyClassesMayLock())
            : options;
    MonitorTransformer transformer =
        new MonitorTransformer(classes, cache, options, outcome, watches);
    Optional<JdkRewriting> jdk =
        rewrites
            ? Optional.of(new JdkRewriting(classes, cache, effective, outcome, instrumentation))
            : Optional.empty();
    UnofferedClasses unoffered =
        new UnofferedClasses(instrumentation, transformer, outcome, loadedBefore, jdk);
    // If anything fails from here on, the application must run as if the agent were not there.
    Class<?>[] loadedNow;
    try {
      // 10. The JDK's code is rewritten, when the runtime can tell modes and before any class of
      //     the application is.
      if (jdk.isPresent()) {
        RuntimeLink.connect(transformer, unoffered, jdk.get(), standstills(detection), outcome);
        effective = convertJdk(jdk.get(), classes, effective);
      } else {
        classes.addConvertible(loadedBefore, effective);
      }
      watchFor(effective, detection);
      // 11. From here on the classes of the application are rewritten.
      transformer.meanwhile().begin();
      instrumentation.addTransformer(transformer, false);
      if (instrumentation.isNativeMethodPrefixSupported()) {
        instrumentation.setNativeMethodPrefix(transformer, MovedMethods.PREFIX);
      }
      loadedNow =
          OtherThreads.settle(
              instrumentation, classes.nativeClasses(), unoffered, transformer.meanwhile());
      List<String> doubtful = classes.nativeClasses().closeLoadedBefore();
      // 12. What can only be done with a transformer at work: to guard definitions where the JVM
      //     offers nothing, to ask for modes of each kind, and to practice.
      if (rewrites) {
        List<String> missing = JdkHooks.install(instrumentation);
        for (String each : missing) {
          outcome.warn(each);
        }
        if (missing.isEmpty()) {
          jdk.get().convertInternal();
        }
        UnpinControl.prepareModes(SetUp.class);
        UnpinControl.watch();
        RewriterWarmUp.begin(transformer, cache.isWarm());
      }
      tell(classes, doubtful, lastLook(unoffered, detection));
    } catch (Throwable t) {
      instrumentation.removeTransformer(transformer);
      if (jdk.isPresent()) {
        jdk.get().end();
      }
      throw t;
    }
    // 13. What waits for a class of the boot loader that is there already, and detection.
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
   * Rewrites the JDK's code.
   *
   * @return the options with those of the JDK's monitors that are converted
   */
  private AgentOptions convertJdk(
      JdkRewriting jdk, VisibleClasses classes, AgentOptions effective) {
    OtherThreads.awaitOutside(jdk);
    jdk.beginConverting();
    SharingClasses.loadConvertible(effective);
    classes.addLockedInBlocks(false, effective);
    jdk.begin();
    Optional<String> why =
        effective.jdk().contains(JdkGroup.MAPS)
            ? OtherThreads.convertCollections(jdk, outcome)
            : Optional.empty();
    if (why.isEmpty()) {
      return effective;
    }
    outcome.warn(
        "ConcurrentHashMap and CopyOnWriteArrayList keep the JVM's monitors, since " + why.get());
    return effective.withoutJdk(Set.of(JdkGroup.MAPS));
  }

  private void loadSharingClasses() {
    // A security manager can be set only if the JVM was started with this property.
    SharingClasses.load(
        options.dump().isPresent() || System.getProperty("java.security.manager") != null);
  }

  /**
   * What the property prints, it prints in the midst of parking, by streams that may lock. A thread
   * that has to wait there parks once more, and the JVM waits for both to end (JDK-8322846). The
   * JDK reads it when there is a first virtual thread.
   */
  private void ignoreTracing() {
    if (System.getProperty(TRACING) != null) {
      boolean inTime = UnpinControl.hasNoVirtualThreads();
      System.clearProperty(TRACING);
      outcome.warn(
          "-D"
              + TRACING
              + (inTime ? " is ignored, since it can" : " can")
              + " stop the whole JVM (JDK-8322846); mode=rewrite+detect reports what still pins");
    }
  }

  private void watchFor(AgentOptions effective, Optional<Detection> detection) {
    watches.add(new BootClassWatch(RecorderStart.RECORDER, new RecorderStart(effective, outcome)));
    watches.add(
        new BootClassWatch(
            ServerStart.FACTORY, new ServerStart(effective, outcome, instrumentation, detection)));
    if (outcome.log().awaited().isPresent()) {
      watches.add(new BootClassWatch(outcome.log().awaited().get(), outcome.log()));
    }
  }

  private StandstillTeller standstills(Optional<Detection> detection) {
    return new StandstillTeller(outcome, new OwnerLines(instrumentation), detection.isEmpty());
  }

  private static Runnable lastLook(UnofferedClasses unoffered, Optional<Detection> detection) {
    return detection.isPresent() ? new LastLook(unoffered, detection.get()) : unoffered;
  }

  /** What is left to be found out when the JVM ends. */
  private record LastLook(Runnable unoffered, Detection detection) implements Runnable {

    @Override
    public void run() {
      unoffered.run();
      detection.end();
    }
  }

  private void tell(VisibleClasses classes, List<String> doubtful, Runnable lastLook) {
    outcome.say(
        (rewrites ? "on" : "dry run on")
            + " JDK "
            + JdkVersion.ofThisJvm()
            + "; loom-unpin "
            + OwnFiles.version(SetUp.class));
    if (options.exclude().matches("java/lang/Object")) {
      outcome.warn(
          "exclude=java.lang.Object has no effect: a plain Object has no class of its own; name the"
              + " classes whose code makes the locks, as in exclude=com.acme.*");
    }
    Optional<RunningReport> report =
        options.report().isPresent()
            ? Optional.of(RunningReport.begin(options, outcome, options.report().get()))
            : Optional.empty();
    Runtime.getRuntime()
        .addShutdownHook(new TallyReport.AtExit(options, outcome, report, lastLook));
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
