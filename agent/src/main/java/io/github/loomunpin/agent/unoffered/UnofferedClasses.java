// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.transform.TrialLoader;
import io.github.loomunpin.rules.classfile.OwnClasses;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.Optional;

/**
 * Notices classes that came to life without having been offered to the transformer, so that their
 * monitors are native while other code may lock the same objects virtually. The JVM does not offer
 * the classes that a thread loads within the transformer, and those for which it has too little
 * stack or memory to ask an agent.
 */
public final class UnofferedClasses implements Runnable {

  /** In tenths of a second; the time from one comparison to the next doubles up to the last. */
  private static final int FIRST_PAUSE = 10;

  private static final int LONGEST_PAUSE = 600;

  private final Optional<JdkRewriting> jdk;
  private final Instrumentation instrumentation;
  private final MonitorTransformer transformer;
  private final Outcome outcome;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** Both for the watching thread alone. */
  private int pause = FIRST_PAUSE;

  private int left = FIRST_PAUSE;

  /**
   * To be made before the transformer is registered.
   *
   * @param loadedBefore every class that was loaded when the agent started
   * @param jdk which rewrites classes of the JDK; absent where there is no runtime either
   */
  public UnofferedClasses(
      Instrumentation instrumentation,
      MonitorTransformer transformer,
      Outcome outcome,
      Class<?>[] loadedBefore,
      Optional<JdkRewriting> jdk) {
    this.jdk = jdk;
    this.instrumentation = instrumentation;
    this.transformer = transformer;
    this.outcome = outcome;
    setLoadedBefore(loadedBefore);
  }

  /** Says which classes were loaded when the agent started, of which it tells in another way. */
  public void setLoadedBefore(Class<?>[] loaded) {
    for (Class<?> c : loaded) {
      if (isToBeOffered(c)) {
        transformer.defined().add(loaderOf(c), internalName(c));
      }
    }
  }

  /** Called ten times a second by one thread. */
  void lookNowAndThen() {
    if (--left == 0) {
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      left = pause;
      run();
    }
  }

  /** Compares the classes that the JVM has with those that it has offered. Safe for any thread. */
  @Override
  public void run() {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    if (jdk.isPresent()) {
      jdk.get().catchUp(loaded);
    }
    for (Class<?> c : loaded) {
      if (isToBeOffered(c) && !isKnown(c)) {
        report(c, Optional.empty());
      }
    }
  }

  /** By the runtime, where there is one, because a security manager asks nothing of it. */
  private ClassLoader loaderOf(Class<?> c) {
    return jdk.isPresent() ? UnpinControl.loaderOf(c) : c.getClassLoader();
  }

  private boolean isToBeOffered(Class<?> c) {
    ClassLoader loader = loaderOf(c);
    // The code of proxies never locks, and there is no file that would show it.
    return loader != null
        && loader != platform
        && loader.getClass() != TrialLoader.class
        && !c.isArray()
        && !c.isHidden()
        && !Proxy.isProxyClass(c);
  }

  /** Whether a class of the application was offered, or is reported already. */
  boolean isKnown(Class<?> c) {
    String name = internalName(c);
    return transformer.defined().contains(loaderOf(c), name) || OwnClasses.contain(name);
  }

  /** Reports a class on a thread of the agent's own, since stack may be short on this one. */
  void reportElsewhere(Class<?> c, byte[] classFile) {
    Job<Void> job =
        new Job<>() {
          @Override
          protected Void work() {
            report(c, Optional.of(classFile));
            return null;
          }
        };
    // The class loader waits no longer than this; the job reports the class even when it ends
    // later.
    OwnThreads.run(job, OwnThreads.LONG_MILLIS);
  }

  /**
   * Reports a class that was not offered, if it has sites or if that cannot be told.
   *
   * @param classFile empty if it has to be looked for
   */
  private void report(Class<?> c, Optional<byte[]> classFile) {
    ClassLoader loader = loaderOf(c);
    String name = internalName(c);
    if (hasSites(c, loader, name, classFile)) {
      outcome.unsafe(
          name.replace('/', '.')
              + " was not offered to the agent when it was loaded, and locks natively what rewritten"
              + " code may lock virtually");
    }
    transformer.defined().add(loader, name); // so that it is told once
  }

  private boolean hasSites(Class<?> c, ClassLoader loader, String name, Optional<byte[]> known) {
    try {
      Optional<byte[]> file =
          known.isPresent() ? known : transformer.classes().classFile(loader, name);
      if (file.isEmpty()) {
        file = LoadedClassFile.of(c, instrumentation);
      }
      return file.isEmpty() || transformer.hasSites(loader, file.get());
    } catch (RuntimeException | VirtualMachineError | LinkageError e) {
      return true;
    }
  }

  private static String internalName(Class<?> c) {
    return c.getName().replace('.', '/');
  }

  /**
   * Asks the JVM for the class file of a loaded class, by a retransformation that changes nothing
   * (JVMTI, {@code RetransformClasses}). Other agents take part in it, so it happens on a thread of
   * the agent's own.
   */
  private static final class LoadedClassFile extends Job<byte[]> implements ClassFileTransformer {

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
}
