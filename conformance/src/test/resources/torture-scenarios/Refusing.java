// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;

/** Does not let its classes use what an agent has put into java.lang. */
final class Refusing extends ClassLoader {
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.lang.$")) {
      throw new ClassNotFoundException(name);
    }
    if (!name.equals("scenario.Cell")) {
      return super.loadClass(name, resolve);
    }
    try (InputStream in = Refusing.class.getResourceAsStream("Cell.class")) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
