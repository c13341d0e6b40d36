// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

/**
 * Where the methods of a class file are (JVMS §4.1, §4.6), for those who look at so little of each
 * that ASM would take most of the time.
 */
public final class MethodPlaces {

  private final byte[] bytes;
  private int at;

  private MethodPlaces(byte[] classFile, int start) {
    bytes = classFile;
    at = start;
  }

  /**
   * The index of the first byte of each method, which is of its flags.
   *
   * @throws RuntimeException if the class file cannot be followed
   */
  public static int[] of(byte[] classFile, Constants constants) {
    // The flags, the class and the superclass are behind the constants.
    MethodPlaces places = new MethodPlaces(classFile, constants.end() + 6);
    int interfaces = places.u2();
    places.at += 2 * interfaces;
    places.members();
    return places.members();
  }

  private int[] members() {
    int[] members = new int[u2()];
    for (int i = 0; i < members.length; i++) {
      members[i] = at;
      at += 6; // flags, name and descriptor
      for (int attributes = u2(); attributes > 0; attributes--) {
        at += 6 + Bytecode.u4(bytes, at + 2);
      }
    }
    return members;
  }

  private int u2() {
    int value = Bytecode.u2(bytes, at);
    at += 2;
    return value;
  }
}
