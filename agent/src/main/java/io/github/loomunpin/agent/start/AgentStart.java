// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.detect.ConvertedClasses;
import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.detect.WatchSession;
import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import io.github.loomunpin.rules.option.DetectChoice;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether there is anything to do on this JVM, and installs the runtime before the rest:
 * steps 3 and 4 of the start.
 */
public final class AgentStart {

  private static final int EXIT_USAGE = 2;

  private AgentStart() {}

  /** What the agent was started with; null before that, and after a watch has ended. */
  private static volatile String active;

  /**
   * Called by {@link PreMain}, on the main thread. Whatever goes wrong is told in one line, and the
   * application runs without the agent.
   *
   * @param arguments null if there are none
   */
  public static void start(String arguments, Instrumentation instrumentation) {
    String given = orEmpty(arguments);
    if (active != null) {
      tellActive(given);
      return;
    }
    active = given;
    try {
      startPermitted(given, instrumentation);
    } catch (SecurityException e) {
      nothingRewritten(
          "the security manager denies it ("
              + e.getMessage()
              + "); grant the agent's jar java.security.AllPermission",
          given);
    } catch (Throwable t) {
      nothingRewritten(PreMain.describe(t), given);
    }
  }

  private static void tellActive(String given) {
    boolean strict = isStrict(given) && !isStrict(active);
    System.err.println(
        "[loom-unpin] is already active, with \""
            + active
            + "\"; these options are ignored: \""
            + given
            + "\"");
    if (strict) {
      System.err.println(
          "[loom-unpin] stopping the VM, because strict=true has no effect there; put it first");
      System.exit(EXIT_USAGE);
    }
  }

  private static void nothingRewritten(String why, String given) {
    System.err.println("[loom-unpin] nothing is rewritten: " + why);
    if (isStrict(given)) {
      System.err.println("[loom-unpin] stopping the VM, because strict=true");
      Runtime.getRuntime().halt(1);
    }
  }

  /** As far as it can be known: what reads the options may be what has failed. */
  private static boolean isStrict(String given) {
    try {
      return parse(given).strict();
    } catch (Throwable t) {
      // The environment may be wrong or denied; the arguments precede it.
      return isStrictWithoutEnvironment(given);
    }
  }

  private static boolean isStrictWithoutEnvironment(String given) {
    try {
      return AgentOptions.parse(given, "").strict();
    } catch (BadOptionException | RuntimeException | LinkageError e) {
      return PreMain.mayBeStrict(given);
    }
  }

  private static AgentOptions parse(String given) throws BadOptionException {
    return AgentOptions.parse(given, orEmpty(Environment.get("LOOM_UNPIN")));
  }

  private static void startPermitted(String arguments, Instrumentation instrumentation) {
    // 3. What is to be done, and whether it is on this JVM. Nothing of the JVM is changed before.
    AgentOptions options;
    try {
      options = parse(arguments);
    } catch (BadOptionException e) {
      System.err.println("[loom-unpin] " + e.getMessage());
      System.exit(EXIT_USAGE);
      return;
    }
    if (watch(options).isPresent()) {
      System.err.println(
          "[loom-unpin] watch= is for analyzer watch, which attaches the agent to a JVM that runs");
      System.exit(EXIT_USAGE);
      return;
    }
    Outcome outcome = new Outcome(System.err, options);
    int jdk = Runtime.version().feature();
    if (!options.isNeededOn(jdk)) {
      if (options.mode() != AgentOptions.Mode.DETECT) {
        outcome.notNeeded(
            "JDK "
                + jdk
                + " parks virtual threads in monitors by itself (JEP 491); nothing is rewritten");
      }
      detect(options, outcome, instrumentation);
      return;
    }
    if (!isHotSpot(System.getProperty("java.vm.name", ""))) {
      outcome.nothingRewritten("this JVM is not HotSpot, which is the only one supported");
      return;
    }
    // 4. The runtime, before any class is loaded that names one of its classes.
    try {
      if (options.mode() == AgentOptions.Mode.REWRITE) {
        RuntimeInstaller.install(instrumentation);
      } else {
        RuntimeInstaller.installForDryRun(instrumentation);
      }
      SetUp.start(options, outcome, instrumentation);
    } catch (SecurityException e) {
      throw e;
    } catch (Throwable t) {
      outcome.nothingRewritten(PreMain.describe(t));
    }
  }

  private static void detect(
      AgentOptions options, Outcome outcome, Instrumentation instrumentation) {
    Optional<Detection> detection =
        options.detect().isPresent()
            ? Detection.of(
                options, outcome, ConvertedClasses.chosen(options.keptNative()), instrumentation)
            : Optional.empty();
    List<String> useless = options.withoutEffect();
    if (!useless.isEmpty()) {
      outcome.warn(
          "mode=detect rewrites nothing, so that "
              + String.join(", ", useless)
              + (useless.size() == 1 ? " has" : " have")
              + " no effect");
    }
    if (detection.isPresent()) {
      DetectSetUp.start(detection.get(), options, outcome, instrumentation);
    }
  }

  /**
   * Called by {@link PreMain} in a JVM that runs already, on a thread of the JVM's. Classes that
   * are loaded lock natively, so nothing can be rewritten any more.
   *
   * @param arguments null if there are none
   */
  public static void attach(String arguments, Instrumentation instrumentation) {
    String given = orEmpty(arguments);
    try {
      AgentOptions options = parse(given);
      Optional<Path> watch = watch(options);
      if (active != null) {
        tellActiveToOther(watch);
        return;
      }
      if (options.mode() != AgentOptions.Mode.DETECT) {
        System.err.println(
            "[loom-unpin] nothing is done: a JVM that runs already cannot be rewritten, so only"
                + " mode=detect may be attached to it");
        return;
      }
      if (watch.isPresent()) {
        watch(watch.get(), given, options, instrumentation);
        return;
      }
      active = given;
      detect(options, new Outcome(System.err, options), instrumentation);
    } catch (BadOptionException e) {
      System.err.println("[loom-unpin] nothing is done: " + e.getMessage());
    } catch (Throwable t) {
      System.err.println("[loom-unpin] nothing is done: " + PreMain.describe(t));
    }
  }

  private static void tellActiveToOther(Optional<Path> watch) throws IOException {
    if (watch.isEmpty()) {
      System.err.println(
          "[loom-unpin] is already active, with \"" + active + "\"; nothing is done");
    } else if (active.contains("watch=")) {
      WatchSession.refuse(watch.get(), "another analyzer watches it");
    } else {
      WatchSession.refuse(
          watch.get(),
          "loom-unpin is active there already"
              + (active.isEmpty() ? "" : ", with \"" + active + "\"")
              + "; with mode=detect its log and MBean name what pins, and analyzer record does so"
              + " in any JVM");
    }
  }

  private static void watch(
      Path socket, String given, AgentOptions options, Instrumentation instrumentation)
      throws IOException {
    active = given;
    try {
      WatchSession.begin(
          socket,
          options,
          ConvertedClasses.chosen(options.keptNative()),
          instrumentation,
          () -> active = null);
    } catch (IOException | RuntimeException | Error e) {
      active = null;
      throw e;
    }
  }

  /** Where a process listens that watches this JVM, if one does. */
  private static Optional<Path> watch(AgentOptions options) {
    Optional<DetectChoice> detect = options.detect();
    return detect.isPresent() ? detect.get().watch() : Optional.empty();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static boolean isHotSpot(String vmName) {
    return vmName.contains("HotSpot") || vmName.contains("OpenJDK");
  }
}
