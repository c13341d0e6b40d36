// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.agent.install.RedirectedCalls.Redirection;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the JDK go by way of the runtime in a few places ({@link Hook}). Nothing else of the JDK's
 * classes changes. Stays registered, since another agent that retransforms these classes makes the
 * JVM start from the JDK's own.
 */
public final class JdkHooks implements ClassFileTransformer {

  private static final String VERIFY_ERROR = "java/lang/VerifyError";

  /**
   * Its {@code onPinned} runs when a virtual thread keeps its carrier as it parks ({@link
   * PinHook}). The JVM loads it with the first virtual thread.
   */
  private static final String CONTINUATION = "java/lang/VirtualThread$VThreadContinuation";

  /** What the JDK calls and is made to call of the runtime instead. */
  private enum Hook {
    /**
     * The native methods that define classes, so that no class escapes the agent. Of their callers
     * two are in {@code ClassLoader}, and two in a class within {@code System}.
     */
    DEFINITION(
        List.of("java/lang/ClassLoader", "java/lang/System$"),
        new Redirection(
            "java/lang/ClassLoader",
            Set.of("defineClass0", "defineClass1", "defineClass2"),
            "java/lang/$UnpinDefinition",
            Optional.empty()),
        4,
        "classes that are loaded where stack or memory is short may lock natively"),
    /** What calls the transformers of all agents, so that none undoes what this one has done. */
    TRANSFORMATION(
        List.of("sun/instrument/TransformerManager"),
        new Redirection(
            "java/lang/instrument/ClassFileTransformer",
            Set.of("transform"),
            "java/lang/$UnpinTransformation",
            Optional.of("Ljava/lang/Object;")),
        1,
        "what other agents put into synchronized methods runs without the lock"),
    /**
     * What makes the objects that stand for methods, so that they have the flags of the loader's
     * class file. Serialization computes the default {@code serialVersionUID} from them (Java
     * Object Serialization Specification §4.6): without this hook, nothing may be rewritten.
     */
    METHODS(
        List.of("java/lang/Class"),
        new Redirection(
            "jdk/internal/reflect/Reflection",
            Set.of("filterMethods"),
            "java/lang/$UnpinDeclaredMethods",
            Optional.empty()),
        1,
        "reflection and serialization would miss synchronized flags"),
    /** What looks methods up for scripts, such as those of Nashorn; loaded when it is needed. */
    SCRIPTS(
        List.of("jdk/dynalink/linker/support/Lookup"),
        new Redirection(
            "java/lang/invoke/MethodHandles$Lookup",
            Set.of("findStatic", "findVirtual", "unreflect"),
            "java/lang/$UnpinHandleLookup",
            Optional.of("Ljava/lang/invoke/MethodHandles$Lookup;")),
        0,
        "scripts wait and notify natively");

    private final List<String> callers;
    private final Redirection redirection;
    private final int calls;
    private final String otherwise;

    /**
     * @param callers internal names; one that ends in $ stands for all classes within another
     * @param calls how many there are in classes that are loaded when the agent starts
     * @param otherwise what it means for users if these calls cannot be redirected
     */
    Hook(List<String> callers, Redirection redirection, int calls, String otherwise) {
      this.callers = callers;
      this.redirection = redirection;
      this.calls = calls;
      this.otherwise = otherwise;
    }

    boolean isCaller(String internalName) {
      for (String caller : callers) {
        if (caller.endsWith("$") ? internalName.startsWith(caller) : internalName.equals(caller)) {
          return true;
        }
      }
      return false;
    }
  }

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final int[] calls = new int[Hook.values().length];

  private JdkHooks() {}

  /**
   * Installs the hooks, once the runtime knows the agent and the agent is offered classes.
   *
   * @return what does not work on this JVM, in words for users
   * @throws IllegalStateException if nothing may be rewritten on this JVM, with the reason
   */
  public static List<String> install(Instrumentation instrumentation) {
    List<Class<?>> changed = new ArrayList<>(List.of(VerifyError.class));
    for (Class<?> c : instrumentation.getAllLoadedClasses()) {
      String name = c.getName().replace('.', '/');
      if (c.getClassLoader() == null && (hookIn(name).isPresent() || name.equals(CONTINUATION))) {
        changed.add(c);
      }
    }
    JdkHooks hooks = new JdkHooks();
    instrumentation.addTransformer(hooks, true);
    String why = "";
    try {
      instrumentation.retransformClasses(changed.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      why = ": " + e;
    }
    List<String> missing = new ArrayList<>();
    for (Hook hook : Hook.values()) {
      if (!why.isEmpty() || !hooks.isWhole(hook)) {
        missing.add(hook.otherwise + (why.isEmpty() ? hooks.found(hook) : why));
      }
    }
    if (!hooks.isWhole(Hook.METHODS)) {
      throw new IllegalStateException(missing.get(missing.size() - 1));
    }
    return missing;
  }

  private boolean isWhole(Hook hook) {
    return calls[hook.ordinal()] >= hook.calls;
  }

  private String found(Hook hook) {
    return ": this JDK has "
        + calls[hook.ordinal()]
        + " calls for it in "
        + hook.callers.get(0).replace('/', '.')
        + " and not "
        + hook.calls;
  }

  private static Optional<Hook> hookIn(String internalName) {
    for (Hook hook : Hook.values()) {
      if (hook.isCaller(internalName)) {
        return Optional.of(hook);
      }
    }
    return Optional.empty();
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (className == null || loader != null && loader != platform) {
      return null;
    }
    if (VERIFY_ERROR.equals(className)) {
      String runtime = Hook.DEFINITION.redirection.target();
      Optional<byte[]> told = MessageHook.in(classFile, runtime);
      return told.isPresent() ? told.get() : MessageHook.ByAsm.in(classFile, runtime);
    }
    if (CONTINUATION.equals(className)) {
      return PinHook.in(classFile).orElse(null);
    }
    Optional<Hook> hook = hookIn(className);
    if (hook.isEmpty()) {
      return null;
    }
    RedirectedCalls redirected = new RedirectedCalls(classFile, hook.get().redirection);
    calls[hook.get().ordinal()] += redirected.count();
    return redirected.count() == 0 ? null : redirected.classFile();
  }
}
