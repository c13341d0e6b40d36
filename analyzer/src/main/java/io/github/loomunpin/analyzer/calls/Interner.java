// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * Keeps one object for all that are equal to it. Millions are looked up, and a hash map would take
 * more memory for its entries than many of the objects take. Safe for any thread if the objects are
 * immutable: then a look-up without a lock sees an object as it is, or at worst sees none (JLS
 * §17.5).
 */
final class Interner<T> {

  /** The number of parts as a power of two; each has a lock of its own. */
  private static final int PART_BITS = 6;

  private final List<Part> parts = Stream.generate(Part::new).limit(1 << PART_BITS).toList();

  /** The first object that was given and is equal to this one. */
  @SuppressWarnings("unchecked") // only what is a T is put in
  T intern(T made) {
    int hash = hash(made);
    return (T) parts.get(hash >>> Integer.SIZE - PART_BITS).intern(made, hash);
  }

  /** A hash code in which all bits count, not only the lowest. */
  private static int hash(Object object) {
    return object.hashCode() * 0x9E3779B9;
  }

  /** A table with open addressing. */
  private static final class Part {

    private volatile Object[] table = new Object[64];
    private int size;

    Object intern(Object made, int hash) {
      Object known = find(table, made, hash);
      return known == null ? add(made, hash) : known;
    }

    private synchronized Object add(Object made, int hash) {
      Object known = find(table, made, hash);
      if (known != null) {
        return known;
      }
      size++;
      if (size * 2 > table.length) {
        table = doubled(table);
      }
      put(table, made, hash);
      return made;
    }

    private static Object[] doubled(Object[] full) {
      Object[] larger = new Object[2 * full.length];
      for (Object each : full) {
        if (each != null) {
          put(larger, each, hash(each));
        }
      }
      return larger;
    }

    private static Object find(Object[] table, Object wanted, int hash) {
      int place = place(hash, table);
      Object at = table[place];
      while (at != null && !at.equals(wanted)) {
        place = place + 1 & table.length - 1;
        at = table[place];
      }
      return at;
    }

    private static void put(Object[] table, Object made, int hash) {
      int place = place(hash, table);
      while (table[place] != null) {
        place = place + 1 & table.length - 1;
      }
      table[place] = made;
    }

    /** The first place to look at, by bits other than those that choose the part. */
    private static int place(int hash, Object[] table) {
      return (hash >>> 4 ^ hash) & table.length - 1;
    }
  }

  /**
   * Reads one class file. Names that class files have in common become one object each: they then
   * take less memory, have their hash codes already, and are mostly told to be equal at once.
   */
  abstract static class NameReader extends ClassReader {

    /**
     * Attributes with the names and ranges of local variables, which are a good part of many class
     * files. The library skips attributes of names that it does not know.
     */
    private static final Map<String, String> UNUSED =
        Map.of("LocalVariableTable", "-", "LocalVariableTypeTable", "-");

    private final Interner<String> names;
    private final byte[] file;

    /**
     * The names read so far, by index; null while the superclass's constructor reads attributes.
     */
    private final String[] read;

    /** Whether a constant of the code is read, which is not a name. */
    private boolean inConstant;

    NameReader(byte[] classFile, Interner<String> names) {
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
        known = names.intern(UNUSED.getOrDefault(text, text));
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
