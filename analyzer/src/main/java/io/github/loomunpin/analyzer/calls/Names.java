// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Names that class files have in common, one object each: they then take less memory, have their
 * hash codes already, and are mostly told to be equal at once. Safe for any thread.
 */
final class Names {

  private final Shared<String> all = new Shared<>();

  /** Reads one class file with names of the table. */
  abstract static class Reader extends ClassReader {

    /**
     * Attributes with the names and ranges of local variables, which are a good part of many class
     * files. The library skips attributes of names that it does not know.
     */
    private static final Map<String, String> UNUSED =
        Map.of("LocalVariableTable", "-", "LocalVariableTypeTable", "-");

    private final Names names;
    private final byte[] file;

    /** By index; null while the constructor above reads attributes. */
    private final String[] read;

    /** Whether a constant of the code is read, which is no name. */
    private boolean inConstant;

    Reader(byte[] classFile, Names names) {
      super(classFile);
      this.names = names;
      this.file = classFile;
      this.read = new String[getItemCount()];
    }

    @Override
    public Object readConst(int index, char[] buffer) {
      inConstant = true;
      Object constant = super.readConst(index, buffer);
      inConstant = false;
      return constant;
    }

    @Override
    public String readUTF8(int offset, char[] buffer) {
      int index = offset == 0 ? 0 : readUnsignedShort(offset);
      if (index == 0 || inConstant || read == null) {
        return super.readUTF8(offset, buffer);
      }
      String known = read[index];
      if (known == null) {
        String text =
            isAscii(getItem(index)) ? ascii(getItem(index)) : super.readUTF8(offset, buffer);
        known = names.all.of(UNUSED.getOrDefault(text, text));
        read[index] = known;
      }
      return known;
    }

    private boolean isAscii(int item) {
      int end = item + 2 + readUnsignedShort(item);
      for (int i = item + 2; i < end; i++) {
        if (file[i] < 0) {
          return false;
        }
      }
      return true;
    }

    private String ascii(int item) {
      return new String(file, item + 2, readUnsignedShort(item), StandardCharsets.ISO_8859_1);
    }
  }
}
