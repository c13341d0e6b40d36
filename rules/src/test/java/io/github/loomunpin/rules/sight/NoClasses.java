// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.Optional;

/** No class is found; those of the JDK are not missed. */
final class NoClasses implements ClassImages {

  @Override
  public Optional<ClassImage> find(StackFrame frame) {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> classFile(StackFrame frame) {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> classFile(String type) {
    return Optional.empty();
  }

  @Override
  public boolean isMissing(StackFrame frame) {
    return !frame.jdk();
  }
}
