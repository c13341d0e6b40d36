// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the JDK define classes by way of the runtime: each call of {@link ClassLoader}'s native
 * methods that define classes becomes one of {@code java.lang.$UnpinDefinition}, of which another
 * is told of each {@link VerifyError}. Nothing else of the JDK's classes changes. Stays registered,
 * since another agent that retransforms these classes makes the JVM start from the JDK's own.
 */
public final class DefinitionGuard implements ClassFileTransformer {

  private static final String NATIVES = "java/lang/ClassLoader";
  private static final String RUNTIME = "java/lang/$UnpinDefinition";
  private static final String VERIFY_ERROR = "java/lang/VerifyError";

  /** Two callers of the native methods are in {@code ClassLoader}, two in one of these. */
  private static final String JDK_INTERNAL = "java/lang/System$";

  private static final String JDK_INTERNAL_NAME = JDK_INTERNAL.replace('/', '.');

  private static final int CALLS = 4;

  private int calls;

  private DefinitionGuard() {}

  /**
   * Installs the guard, once the runtime knows the agent and the agent is offered classes.
   *
   * @throws IllegalStateException if this JVM does not let it, with the reason
   */
  public static void install(Instrumentation instrumentation) {
    if (!instrumentation.isRetransformClassesSupported()) {
      throw new IllegalStateException("this JVM does not retransform classes");
    }
    List<Class<?>> callers = new ArrayList<>(List.of(VerifyError.class));
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      if (c.getClassLoader() == null
          && (c == ClassLoader.class || c.getName().startsWith(JDK_INTERNAL_NAME))) {
        callers.add(c);
      }
    }
    DefinitionGuard guard = new DefinitionGuard();
    instrumentation.addTransformer(guard, true);
    try {
      instrumentation.retransformClasses(callers.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      throw new IllegalStateException(e.toString(), e);
    }
    if (guard.calls != CALLS) {
      throw new IllegalStateException(
          "this JDK defines classes by " + guard.calls + " calls and not by " + CALLS);
    }
  }

  private static boolean isCaller(ClassLoader loader, String name) {
    return loader == null && (name.equals(NATIVES) || name.startsWith(JDK_INTERNAL));
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null && VERIFY_ERROR.equals(className)) {
      Optional<byte[]> told = ToldMessage.in(classFile, RUNTIME);
      return told.isPresent() ? told.get() : ToldMessageByAsm.in(classFile, RUNTIME);
    }
    if (className == null || !isCaller(loader, className)) {
      return null;
    }
    DefinitionCalls redirected = new DefinitionCalls(classFile, NATIVES, RUNTIME);
    calls += redirected.count();
    return redirected.count() == 0 ? null : redirected.classFile();
  }
}
