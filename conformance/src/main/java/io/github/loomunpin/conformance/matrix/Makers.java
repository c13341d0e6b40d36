// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import io.github.loomunpin.conformance.torture.BytesLoader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;

/** Makes objects by other means than constructors. */
public final class Makers {
  private Makers() {}

  /** Writes and reads the object. */
  public static Object copied(Object original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  /** The hidden copy of a class. */
  public static Class<?> hidden() {
    return Hidden.CLASS;
  }

  /** The copy that another loader has made of a class. */
  public static Class<?> other(Class<?> original) {
    return OTHER.get(original);
  }

  private static final ClassValue<Class<?>> OTHER =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> original) {
          try {
            return Class.forName(original.getName(), true, BytesLoader.copying(original));
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        }
      };

  private static final class Hidden {
    private static final Class<?> CLASS;

    static {
      try {
        byte[] bytes = BytesLoader.bytesOf(Concealed.class);
        CLASS = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
