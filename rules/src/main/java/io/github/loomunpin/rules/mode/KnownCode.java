// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import java.util.Optional;

/** What was found out before about classes of the JDK that lock their own instances. */
public interface KnownCode {

  /** Nothing, and it stays that way. */
  KnownCode NONE =
      new KnownCode() {
        @Override
        public Optional<Boolean> locksThis(String internalName, byte[] classFile) {
          return Optional.empty();
        }

        @Override
        public void add(String internalName, byte[] classFile, boolean locksThis) {}
      };

  /** Whether the code in exactly this class file locks its instances; empty if not known. */
  Optional<Boolean> locksThis(String internalName, byte[] classFile);

  /** Takes note of what was found out. */
  void add(String internalName, byte[] classFile, boolean locksThis);
}
