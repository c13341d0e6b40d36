// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.Constants;
import java.io.DataOutputStream;
import java.io.IOException;

/** A static method that code is to call, as constants at the end of those of a class file. */
record AddedMethod(String owner, String name, String descriptor) {

  /** How many constants that takes. The last of them stands for the method. */
  static final int COUNT = 6;

  /**
   * @param first index of the first of them
   */
  void write(DataOutputStream out, int first) throws IOException {
    out.writeByte(Constants.UTF8);
    out.writeUTF(owner);
    out.writeByte(Constants.CLASS);
    out.writeShort(first);
    out.writeByte(Constants.UTF8);
    out.writeUTF(name);
    out.writeByte(Constants.UTF8);
    out.writeUTF(descriptor);
    out.writeByte(Constants.NAME_AND_TYPE);
    out.writeShort(first + 2);
    out.writeShort(first + 3);
    out.writeByte(Constants.METHOD);
    out.writeShort(first + 1);
    out.writeShort(first + 4);
  }
}
