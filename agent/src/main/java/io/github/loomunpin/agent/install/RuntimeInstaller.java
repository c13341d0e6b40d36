// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.jar.JarFile;

/**
 * Defines the runtime classes in {@code java.lang} of the boot loader, where every class loader and
 * every module finds them. Appending to the boot class path instead would switch off class data
 * sharing of the application, and OSGi would not find them.
 */
public final class RuntimeInstaller {

  private static final String DEFINER = "io.github.loomunpin.agent.install.RuntimeDefiner";
  private static final String PREFIX = "io.github.loomunpin.agent.runtime.Unpin";

  /** The one of these that a dry run needs as well. */
  private static final String LOADERS = "Loaders";

  /** Ordered so that every superclass comes before its subclasses. */
  static final String[] NAMES = {
    "Bucket",
    "IdentityHash",
    "LockTable",
    "Waiter",
    "Lock",
    "Parking",
    "SpareLocks",
    "StackRoom",
    "PlatformThreads",
    "Counts",
    "ConvoyBreaker",
    "Rescue",
    "VirtualThreads",
    "Runner",
    "Turns",
    "Carried",
    "Starvation",
    "Carriers",
    "MethodAccessor",
    "Reflection",
    "Watch",
    "EntryLink",
    "SlowEnter",
    "SlowExit",
    "Ownership",
    "OwnerFinder",
    "BlockingEnter",
    "PinnedWait",
    "WaitNotify",
    "AgentLink",
    "ModeCache",
    "Monitors",
    "StandIn",
    "FrameLocks",
    "Resolution",
    "HiddenClasses",
    "Definition",
    "HandleLookup",
    "Transformation",
    "KeptNative",
    "DeclaredMethods",
    "Join",
    "WarmUp",
    "Control",
    LOADERS,
  };

  /** What only rewritten code calls that makes threads. */
  static final String[] THREADS = {"ThreadLink", "Threads"};

  /** What looks at locks from outside, for whoever asks while the JVM runs. */
  static final String[] LOOKING = {"HeldLock"};

  private static boolean looks;

  private RuntimeInstaller() {}

  /**
   * Defines the runtime and warms it up. Must return before any other class of the agent that names
   * a runtime class is loaded.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static void install(Instrumentation instrumentation) {
    define(instrumentation, NAMES);
    UnpinControl.warmUp();
  }

  /**
   * Defines what a dry run needs of the runtime.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static void installForDryRun(Instrumentation instrumentation) {
    define(instrumentation, LOADERS);
  }

  /**
   * Defines what makes threads virtual, in addition to the runtime. Must return before any class of
   * the agent that names one of these is loaded.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static void installThreads(Instrumentation instrumentation) {
    define(instrumentation, THREADS);
  }

  /**
   * Defines what looks at locks from outside, in addition to the runtime, if it is not there yet.
   * Must return before any class of the agent that names one of these is loaded.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static synchronized void installLooking(Instrumentation instrumentation) {
    if (!looks) {
      define(instrumentation, LOOKING);
      looks = true;
    }
  }

  private static void define(Instrumentation instrumentation, String... names) {
    // Not with getResource, which asks the JDK's modules first for anything in java.lang.
    try (JarFile jar = OwnFiles.open(ownJar())) {
      BiConsumer<String, byte[]> definer = definer(jar, instrumentation);
      for (String name : names) {
        byte[] bytes = bytes(jar, PREFIX + name);
        boolean wide = name.equals("StackRoom");
        definer.accept(PREFIX + name, wide ? StackMargin.add(bytes) : bytes);
      }
    } catch (ReflectiveOperationException | LinkageError | IOException e) {
      throw new IllegalStateException("cannot define the runtime in java.lang: " + e, e);
    }
  }

  private static File ownJar() {
    Optional<File> jar = OwnFiles.jarOf(RuntimeInstaller.class);
    if (jar.isEmpty()) {
      throw new IllegalStateException("the agent is not in a jar");
    }
    return jar.get();
  }

  @SuppressWarnings("unchecked")
  private static BiConsumer<String, byte[]> definer(JarFile jar, Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    Class<?> type = new Isolated().define(bytes(jar, DEFINER));
    // Only to a module of its own, so that the application's modules see no more of the JDK than
    // before.
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(type.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    return (BiConsumer<String, byte[]>) type.getDeclaredConstructor().newInstance();
  }

  private static byte[] bytes(JarFile jar, String name) throws IOException {
    return OwnFiles.read(jar, name.replace('.', '/') + ".class");
  }

  private static final class Isolated extends ClassLoader {

    Isolated() {
      super("loom-unpin", null);
    }

    Class<?> define(byte[] bytes) {
      // With the agent's permissions, if a security manager asks for them.
      return defineClass(
          DEFINER, bytes, 0, bytes.length, RuntimeInstaller.class.getProtectionDomain());
    }
  }
}
