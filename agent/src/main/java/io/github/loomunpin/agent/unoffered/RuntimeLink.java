// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.runtime.UnpinAgentLink;
import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.StandstillTeller;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.visible.RuntimeModes;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Answers what the runtime asks of the agent. This class cannot be loaded before the runtime is
 * installed, because its superclass is one of the runtime's.
 */
public final class RuntimeLink extends UnpinAgentLink {

  private final RuntimeModes modes;
  private final MonitorTransformer transformer;
  private final UnofferedClasses unoffered;
  private final DefinitionGuard guard;
  private final Verification verification;
  private final JdkChanges jdkChanges;
  private final AddedCode added;
  private final StandstillTeller standstills;
  private final Outcome outcome;

  private RuntimeLink(
      MonitorTransformer transformer,
      UnofferedClasses unoffered,
      JdkRewriting jdk,
      StandstillTeller standstills,
      Outcome outcome) {
    this.jdkChanges = new JdkChanges(jdk, transformer.classes(), outcome);
    this.added = jdk.added();
    this.standstills = standstills;
    this.modes = new RuntimeModes(transformer.classes());
    this.transformer = transformer;
    this.unoffered = unoffered;
    this.guard =
        new DefinitionGuard(
            new BiFunction<>() {
              @Override
              public Optional<byte[]> apply(ClassLoader loader, byte[] classFile) {
                return transformer.tryOut(loader, classFile);
              }
            },
            outcome);
    this.verification = new Verification(transformer, outcome);
    this.outcome = outcome;
  }

  /** Connects the runtime with the agent, once, before any rewritten class runs. */
  public static void connect(
      MonitorTransformer transformer,
      UnofferedClasses unoffered,
      JdkRewriting jdk,
      StandstillTeller standstills,
      Outcome outcome) {
    UnpinControl.connect(new RuntimeLink(transformer, unoffered, jdk, standstills, outcome));
    for (ClassLoader loader : transformer.classes().loadersOfJdk()) {
      UnpinControl.resolve(loader);
      transformer.resolving().setResolved(loader);
    }
  }

  @Override
  public boolean isNativeClass(Class<?> c) {
    return new Asking(c, false).answer();
  }

  @Override
  public boolean isNativeMirror(Class<?> c) {
    return new Asking(c, true).answer();
  }

  /**
   * Asks how instances of a class are locked, or its {@code Class} object. Where stack is short
   * another thread asks: the answer may take reading the JDK's class files, and what the JDK and
   * ASM initialize first for that would fail for ever.
   */
  private final class Asking extends Job<Boolean> {

    private final Class<?> of;
    private final boolean isMirror;

    Asking(Class<?> of, boolean isMirror) {
      this.of = of;
      this.isMirror = isMirror;
    }

    @Override
    protected Boolean work() {
      return isMirror ? modes.isNativeMirror(of) : modes.isNativeClass(of);
    }

    boolean answer() {
      if (!UnpinControl.isStackLow()) {
        return work();
      }
      try {
        return OwnThreads.resultOf(this);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable t) {
        throw new IllegalStateException(t);
      }
    }
  }

  @Override
  public byte[] rewriteHidden(ClassLoader loader, byte[] classFile) {
    byte[] rewritten =
        added.isIn(loader)
            ? added.rewriteAhead(loader, classFile)
            : transformer.rewriteHidden(loader, classFile);
    return rewritten == null ? classFile : rewritten;
  }

  @Override
  public byte[] rewriteAdded(ClassLoader loader, byte[] classFile) {
    return added.rewriteAhead(loader, classFile);
  }

  @Override
  public boolean isRewriting(ClassLoader loader, String name) {
    return guard.isRewriting(loader, name);
  }

  @Override
  public byte[] rewriteAhead(ClassLoader loader, byte[] classFile) {
    return transformer.rewriteAhead(loader, classFile);
  }

  @Override
  public boolean wasOffered(Class<?> c) {
    return unoffered.isKnown(c);
  }

  @Override
  public void reportUnoffered(Class<?> c, byte[] classFile) {
    unoffered.reportElsewhere(c, classFile);
  }

  @Override
  public byte[] transform(
      Object other,
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws IllegalClassFormatException {
    ClassFileTransformer any = (ClassFileTransformer) other;
    return added.isIn(loader)
        ? jdkChanges.transform(
            any, module, loader, className, classBeingRedefined, domain, classFile)
        : transformer
            .later()
            .transform(any, module, loader, className, classBeingRedefined, domain, classFile);
  }

  @Override
  public int[] declaredFlags(Class<?> c, ClassLoader loader, Method[] methods) {
    return loader == null
        ? jdkChanges.declaredFlags(c, methods)
        : transformer.later().declaredFlags(c, loader, methods);
  }

  @Override
  public boolean isUnresolved(ClassLoader loader) {
    return transformer.resolving().isUnresolved(loader);
  }

  @Override
  public void setResolved(ClassLoader loader) {
    transformer.resolving().setResolved(loader);
  }

  @Override
  public void setUnresolvable(ClassLoader loader, Throwable problem) {
    transformer.resolving().setResolved(loader);
    // Not what the problem says of itself, since that is code of the application.
    outcome.warn(
        "class loader "
            + loader.getClass().getName()
            + " refused the agent's classes in java.lang ("
            + problem.getClass().getName()
            + "); if it keeps refusing them, its classes fail where they lock");
  }

  @Override
  public Throwable refused(ClassLoader loader, byte[] classFile, Throwable refusal) {
    return guard.refused(loader, classFile, refusal);
  }

  @Override
  public void notVerified(String message) {
    verification.failed(message);
  }

  @Override
  public void lookAfter() {
    unoffered.lookNowAndThen();
    transformer.purge();
  }

  @Override
  public void addedCarriers(int number) {
    outcome.carriersAdded(number);
  }

  @Override
  public void standsStill(long nanos, int carriers, List<Thread> mounted) {
    standstills.standsStill(nanos, carriers, mounted);
  }

  @Override
  public void report(String message) {
    outcome.warn(message);
  }
}
