// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;

/** Class paths as the option {@code -cp} takes them. */
public final class ClassPathArgument {

  private ClassPathArgument() {}

  /** These entries in this order. */
  public static String of(Collection<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** The jars and folders these classes come from. */
  public static String of(Class<?>... classes) {
    return of(Arrays.stream(classes).map(ClassPathArgument::entry).distinct().toList());
  }

  /** The jar or folder this class comes from. */
  public static Path entry(Class<?> c) {
    try {
      return Path.of(c.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
