// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.ClassDefinition;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/**
 * Stands between the JDK and its native methods that define classes, which the agent makes {@link
 * ClassLoader} and the JDK's internal callers call here. It sees to it that the JVM can offer the
 * class to the agent, and notices if it has not: where stack or memory is short, the JVM silently
 * leaves agents out.
 *
 * <p>An error that is thrown here for want of stack or memory is one that the JVM itself would
 * throw a little later. It does not remember that loading a class failed in this way, so a program
 * that tries again may succeed.
 */
final class UnpinDefinition {

  /** {@code java.lang.invoke.MethodHandleNatives.Constants.HIDDEN_CLASS} */
  private static final int HIDDEN_CLASS = 2;

  /** Beside a copy of the class file, what the JVM's library for agents allocates. */
  private static final int MARGIN_BYTES = 4096;

  /**
   * Where the heap is nearly full, other threads may take meanwhile what was there a moment ago.
   */
  private static final int FULL_MARGIN_BYTES = 32 << 10;

  /** How much more rewriting takes than the class file does. */
  private static final int REWRITING = 8;

  private static final long NEARLY_FULL_BYTES = 8 << 20;

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** Written only, so that the compilers do not remove the allocation. */
  private static byte[] reserved;

  private UnpinDefinition() {}

  /** Instead of that of {@link ClassLoader}. */
  @Hidden
  static Class<?> defineClass1(
      ClassLoader loader,
      String name,
      byte[] bytes,
      int from,
      int length,
      ProtectionDomain domain,
      String source) {
    if (!isToBeOffered(loader, name)) {
      byte[] added = isOfJdk(source) ? null : added(loader, bytes, from, length);
      return added == null
          ? ClassDefinition.defineClass1(loader, name, bytes, from, length, domain, source)
          : ClassDefinition.defineClass1(loader, name, added, 0, added.length, domain, source);
    }
    byte[] ahead = ahead(loader, bytes, from, length);
    Class<?> c;
    try {
      c =
          ahead == null
              ? ClassDefinition.defineClass1(loader, name, bytes, from, length, domain, source)
              : ClassDefinition.defineClass1(loader, name, ahead, 0, ahead.length, domain, source);
    } catch (LinkageError | SecurityException e) {
      throw refused(loader, copy(bytes, from, length), e);
    }
    return seen(loader, c, bytes, from, length);
  }

  /** Instead of that of {@link ClassLoader}. */
  @Hidden
  static Class<?> defineClass2(
      ClassLoader loader,
      String name,
      ByteBuffer buffer,
      int from,
      int length,
      ProtectionDomain domain,
      String source) {
    boolean isAdded = (loader == null || loader == PLATFORM) && !isOfJdk(source);
    if (!isAdded && !isToBeOffered(loader, name)) {
      return ClassDefinition.defineClass2(loader, name, buffer, from, length, domain, source);
    }
    if (isAdded || UnpinStackRoom.isLowForOffer()) {
      byte[] bytes = copy(buffer, from, length);
      return defineClass1(loader, name, bytes, 0, length, domain, source);
    }
    reserve(length);
    Class<?> c;
    try {
      c = ClassDefinition.defineClass2(loader, name, buffer, from, length, domain, source);
    } catch (LinkageError | SecurityException e) {
      throw refused(loader, copy(buffer, from, length), e);
    }
    if (!UnpinAgentLink.agent().wasOffered(c)) {
      UnpinAgentLink.agent().reportUnoffered(c, copy(buffer, from, length));
    }
    UnpinResolution.resolveOnce(loader);
    return c;
  }

  /** Instead of that of {@link ClassLoader}, for {@code Lookup}. */
  @Hidden
  static Class<?> defineClass0(
      ClassLoader loader,
      Class<?> lookup,
      String name,
      byte[] bytes,
      int from,
      int length,
      ProtectionDomain domain,
      boolean initialize,
      int flags,
      Object classData) {
    // Hidden classes are offered to nobody.
    boolean isOffered = (flags & HIDDEN_CLASS) == 0 && isToBeOffered(loader, name);
    if ((flags & HIDDEN_CLASS) != 0 || !isOffered && loader != null && loader != PLATFORM) {
      return ClassDefinition.defineClass0(
          loader, lookup, name, bytes, from, length, domain, initialize, flags, classData);
    }
    byte[] ahead =
        isOffered ? ahead(loader, bytes, from, length) : added(loader, bytes, from, length);
    byte[] used = ahead == null ? bytes : ahead;
    Class<?> c;
    try {
      c =
          ClassDefinition.defineClass0(
              loader,
              lookup,
              name,
              used,
              ahead == null ? from : 0,
              ahead == null ? length : ahead.length,
              domain,
              initialize,
              flags,
              classData);
    } catch (LinkageError | SecurityException e) {
      if (!isOffered) {
        throw e;
      }
      throw refused(loader, copy(bytes, from, length), e);
    }
    return isOffered ? seen(loader, c, bytes, from, length) : c;
  }

  /** Called at the end of the constructor of {@link VerifyError}; throws nothing. */
  @Hidden
  static void notVerified(String message) {
    try {
      // The JVM tries again, and fails again, whenever the class is used again.
      if (!UnpinStackRoom.isLowForOffer()) {
        UnpinAgentLink.agent().notVerified(message);
      }
    } catch (Throwable t) {
      // The error that is being made must not be replaced by another.
    }
  }

  /** Whether a class comes from the image of the running JDK, as those of its modules do. */
  private static boolean isOfJdk(String source) {
    return source != null && source.startsWith("jrt:");
  }

  /** The rewritten class file of a class that is added to one of the JDK's loaders, or null. */
  private static byte[] added(ClassLoader loader, byte[] bytes, int from, int length) {
    return loader == null || loader == PLATFORM
        ? UnpinAgentLink.agent().rewriteAdded(loader, copy(bytes, from, length))
        : null;
  }

  private static boolean isToBeOffered(ClassLoader loader, String name) {
    return loader != null && UnpinAgentLink.agent().isRewriting(loader, name);
  }

  /** The rewritten class file, if it has to be rewritten before the JVM is asked to define it. */
  private static byte[] ahead(ClassLoader loader, byte[] bytes, int from, int length) {
    if (UnpinStackRoom.isLowForOffer()) {
      // Waiting for another thread must not be cut short.
      UnpinStackRoom.probe();
      return UnpinAgentLink.agent().rewriteAhead(loader, copy(bytes, from, length));
    }
    reserve(length);
    return null;
  }

  /** Fails while failing is harmless, if there is no memory for offering a class of that length. */
  private static void reserve(int length) {
    if (length > 0 && length < Integer.MAX_VALUE / (REWRITING + 1)) {
      Runtime vm = Runtime.getRuntime();
      boolean full = vm.maxMemory() - vm.totalMemory() + vm.freeMemory() < NEARLY_FULL_BYTES;
      reserved = new byte[length + (full ? REWRITING * length + FULL_MARGIN_BYTES : MARGIN_BYTES)];
      reserved = null;
    }
  }

  private static Class<?> seen(ClassLoader loader, Class<?> c, byte[] bytes, int from, int length) {
    UnpinAgentLink agent = UnpinAgentLink.agent();
    if (!agent.wasOffered(c)) {
      agent.reportUnoffered(c, copy(bytes, from, length));
    }
    UnpinResolution.resolveOnce(loader);
    return c;
  }

  /** Never returns; declared so that callers can throw it. */
  private static Error refused(ClassLoader loader, byte[] bytes, Throwable refusal) {
    throw UnpinDefinition.<Error>unchecked(UnpinAgentLink.agent().refused(loader, bytes, refusal));
  }

  /** To throw what somebody else has thrown, whatever it is. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> T unchecked(Throwable t) throws T {
    throw (T) t;
  }

  private static byte[] copy(byte[] bytes, int from, int length) {
    if (from < 0 || length < 0 || from > bytes.length - length) {
      return new byte[0];
    }
    byte[] copy = new byte[length];
    System.arraycopy(bytes, from, copy, 0, length);
    return copy;
  }

  private static byte[] copy(ByteBuffer buffer, int from, int length) {
    byte[] copy = new byte[length];
    buffer.get(from, copy);
    return copy;
  }
}
