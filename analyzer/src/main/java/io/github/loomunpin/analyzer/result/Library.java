// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

/**
 * Where classes come from, as a user knows it: a jar, a directory, a module of the JDK.
 *
 * @param name artifact name without version
 * @param version empty when neither the file name nor the contents tell
 * @param path as given, with {@code !/} before an archive in an archive
 * @param jdk whether it belongs to the JDK, whose code the agent does not rewrite
 */
public record Library(String name, String version, String path, boolean jdk) {

  /** Whether it is of another JDK than the one that ran. */
  public boolean isOtherJdk() {
    return jdk && version.isEmpty();
  }

  /** This library without its version, for a version that did not run. */
  public Library withoutVersion() {
    return new Library(name, "", path, jdk);
  }

  public String nameAndVersion() {
    return version.isEmpty() ? name : name + " " + version;
  }
}
