// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.ref.SoftReference;
import java.lang.reflect.Method;

/**
 * Puts the runtime in the place of wait, notify, notifyAll and holdsLock for {@code Method.invoke},
 * whoever calls it. All copies of a {@link Method} share the accessor of the one that the class
 * keeps, so it is enough to set that, once; rewriting every call would not reach those in the JDK.
 */
final class UnpinReflection {

  private static final Unsafe U = UnpinBucket.U;
  private static final Class<?>[] CLASSES = {Object.class, Thread.class};

  private final long data = U.objectFieldOffset(Class.class, "reflectionData");
  private final long root = U.objectFieldOffset(Method.class, "root");
  private final long accessor = U.objectFieldOffset(Method.class, "methodAccessor");

  /** The references from the classes to their methods; a class that was redefined has others. */
  private final SoftReference<?>[] seen = new SoftReference<?>[CLASSES.length];

  /** The methods themselves, which the JDK would forget when memory gets short. */
  private final Object[] kept = new Object[CLASSES.length];

  /**
   * Sets the accessors, and sets them again for a class that was redefined since. What fails, for
   * want of memory say, is tried again the next time. Only one thread may call this at a time.
   *
   * @return false if the JDK keeps no methods, as it may not when memory is short
   */
  boolean set() {
    boolean all = true;
    for (int i = 0; i < CLASSES.length; i++) {
      if (seen[i] == null || seen[i] != referenceOf(CLASSES[i])) {
        boolean done = false;
        try {
          if (keep(i)) {
            set(CLASSES[i].getDeclaredMethods());
            set(CLASSES[i].getMethods());
            done = true;
          }
        } finally {
          if (!done) {
            seen[i] = null;
          }
        }
        all &= done;
      }
    }
    return all;
  }

  /** False if the JDK forgets its methods at once, as it may when memory is short. */
  private boolean keep(int i) {
    for (int attempts = 0; attempts < 10; attempts++) {
      CLASSES[i].getInterfaces();
      seen[i] = referenceOf(CLASSES[i]);
      kept[i] = seen[i] == null ? null : seen[i].get();
      if (kept[i] != null) {
        return true;
      }
    }
    return false;
  }

  private SoftReference<?> referenceOf(Class<?> c) {
    return U.getReference(c, data) instanceof SoftReference<?> reference ? reference : null;
  }

  private void set(Method[] methods) {
    for (Method m : methods) {
      UnpinMethodAccessor ours = UnpinMethodAccessor.of(m);
      if (ours != null) {
        U.putReferenceVolatile(U.getReference(m, root), accessor, ours);
      }
    }
  }
}
