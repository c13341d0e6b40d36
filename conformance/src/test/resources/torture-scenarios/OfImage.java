// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Predicate;

/**
 * Gives the JVM the JDK's own class files, whatever it is given.
 *
 * @param names chooses classes by their internal names
 */
record OfImage(Predicate<String> names) implements ClassFileTransformer {

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> loaded,
      ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !names.test(name)) {
      return null;
    }
    try (InputStream in = module.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
