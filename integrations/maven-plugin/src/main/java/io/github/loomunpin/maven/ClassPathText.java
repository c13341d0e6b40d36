// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import java.io.File;
import java.util.List;

/** Class paths as the option {@code -cp} of the java command takes them. */
final class ClassPathText {

  private ClassPathText() {}

  static List<String> entries(String classPath) {
    return List.of(classPath.split(File.pathSeparator));
  }

  static String of(List<String> entries) {
    return String.join(File.pathSeparator, entries);
  }
}
