// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.Entry.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a cache holds. As a file: a mark with the version of the format, the sums of all that
 * follows, for whom it is, the table of what is known of the JDK's code, the table of classes, and
 * their parts.
 *
 * @param classes by internal name; several where there were different answers
 * @param code by the internal name of a class of the JDK
 */
record CacheFile(Map<String, List<Entry>> classes, Map<String, Code> code) {

  /** Larger files are not caches of this agent. */
  static final int MOST_BYTES = 64 << 20;

  /** How many entries there are for classes of one name; a program may make ever new ones. */
  static final int MOST_OF_ONE_NAME = 8;

  static final CacheFile EMPTY = new CacheFile(Map.of(), Map.of());

  /** It ends with the version of the format. */
  private static final long MARK = 0x556e_7069_6e43_0002L;

  private static final int VERSION_BITS = Short.SIZE;

  /** Where the class file of an entry is. */
  private static final int HERE = 0;

  private static final int WITH_THE_ENTRY_BEFORE = 1;
  private static final int NOWHERE = 2;

  private static final int SUMMED_FROM = Long.BYTES + Integer.BYTES + Long.BYTES;

  /** What is known of the code of a class of the JDK. */
  record Code(Checksums sums, boolean locksThis) {}

  /** A file that cannot be used, with the reason in words. */
  static final class UnusableException extends Exception {

    private static final long serialVersionUID = 1;

    UnusableException(String why) {
      super(why);
    }
  }

  /** Whether a file is one of these, of any version, or was. */
  static boolean isMarked(byte[] file) {
    try {
      long mark = new DataInputStream(new ByteArrayInputStream(file)).readLong();
      return mark >>> VERSION_BITS == MARK >>> VERSION_BITS;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * @param user for whom it has to be
   * @throws UnusableException if it is damaged or for another one
   */
  static CacheFile read(byte[] file, String user) throws UnusableException {
    if (!isMarked(file)) {
      throw new UnusableException("it is not a cache of this agent");
    }
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
      // In a file of another version the sums need not be where they are now.
      boolean isOfThisVersion = in.readLong() == MARK;
      if (isOfThisVersion
          && !Checksums.read(in).areOf(file, SUMMED_FROM, file.length - SUMMED_FROM)) {
        throw new UnusableException("it is damaged");
      }
      if (!isOfThisVersion || !in.readUTF().equals(user)) {
        throw new UnusableException("it is for another agent, JDK or other options");
      }
      Map<String, Code> code = readCode(in);
      return new CacheFile(readClasses(in, file), code);
    } catch (IOException | RuntimeException e) {
      throw new UnusableException("it is damaged");
    }
  }

  private static Map<String, Code> readCode(DataInputStream in) throws IOException {
    Map<String, Code> code = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      code.put(in.readUTF(), new Code(Checksums.read(in), in.readBoolean()));
    }
    return code;
  }

  private static Map<String, List<Entry>> readClasses(DataInputStream in, byte[] file)
      throws IOException {
    Map<String, List<Entry>> classes = new HashMap<>();
    int at = in.readInt();
    Part before = Part.within(file, at, 0);
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      Checksums beforeSums = Checksums.read(in);
      int place = in.readByte();
      if (place != WITH_THE_ENTRY_BEFORE) {
        before = Part.within(file, at, place == HERE ? beforeSums.length() : 0);
        at = before.end();
      }
      Checksums traceSums = Checksums.read(in);
      Part trace = Part.within(file, at, traceSums.length());
      at = trace.end();
      Checksums afterSums = Checksums.read(in);
      if (afterSums.length() < 0 || afterSums.length() > MOST_BYTES) {
        throw new IOException("of another length");
      }
      add(new Entry(name, before, beforeSums, trace, traceSums, afterSums), classes);
    }
    if (at != file.length) {
      throw new IOException("of another length");
    }
    return classes;
  }

  /** Returns whether it was added. */
  private static boolean add(Entry entry, Map<String, List<Entry>> classes) {
    List<Entry> same = classes.get(entry.name());
    if (same == null) {
      same = new ArrayList<>(1);
      classes.put(entry.name(), same);
    }
    for (Entry other : same) {
      if (other.isSame(entry)) {
        return false;
      }
    }
    return same.size() < MOST_OF_ONE_NAME && same.add(entry);
  }

  /** This with what others hold, as far as there is room. */
  CacheFile with(List<Entry> moreClasses, Map<String, Code> moreCode) {
    Map<String, List<Entry>> all = new HashMap<>();
    long size = 0;
    List<Entry> own = new ArrayList<>(moreClasses);
    for (List<Entry> entries : classes.values()) {
      own.addAll(entries);
    }
    for (Entry entry : own) {
      if (size + entry.size() < MOST_BYTES / 2 && add(entry, all)) {
        size += entry.size();
      }
    }
    Map<String, Code> allCode = new HashMap<>(code);
    allCode.putAll(moreCode);
    return new CacheFile(all, allCode);
  }

  int size() {
    int size = 0;
    for (List<Entry> entries : classes.values()) {
      size += entries.size();
    }
    return size;
  }

  /**
   * As a file.
   *
   * @param user for whom it is
   */
  byte[] file(String user) throws IOException {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    writeTable(new DataOutputStream(table));
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(head);
    out.writeUTF(user);
    writeCode(code, out);
    out.writeInt(SUMMED_FROM + head.size() + Integer.BYTES + table.size());
    table.writeTo(head);
    for (List<Entry> entries : classes.values()) {
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        if (placeOfOriginal(entries, i) == HERE) {
          write(entry.before(), head);
        }
        write(entry.trace(), head);
      }
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DataOutputStream mark = new DataOutputStream(file);
    mark.writeLong(MARK);
    Checksums.of(head.toByteArray()).write(mark);
    head.writeTo(file);
    return file.toByteArray();
  }

  private static void writeCode(Map<String, Code> code, DataOutputStream out) throws IOException {
    out.writeInt(code.size());
    for (Map.Entry<String, Code> named : code.entrySet()) {
      out.writeUTF(named.getKey());
      named.getValue().sums().write(out);
      out.writeBoolean(named.getValue().locksThis());
    }
  }

  private void writeTable(DataOutputStream out) throws IOException {
    out.writeInt(size());
    for (List<Entry> entries : classes.values()) {
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        out.writeUTF(entry.name());
        entry.beforeSums().write(out);
        out.writeByte(placeOfOriginal(entries, i));
        entry.traceSums().write(out);
        entry.afterSums().write(out);
      }
    }
  }

  /** Entries that are kept for several orders of loading share one. */
  private static int placeOfOriginal(List<Entry> entries, int i) {
    if (entries.get(i).before().length() == 0) {
      return NOWHERE;
    }
    return i > 0 && entries.get(i).hasSameOriginal(entries.get(i - 1))
        ? WITH_THE_ENTRY_BEFORE
        : HERE;
  }

  private static void write(Part part, ByteArrayOutputStream out) {
    out.write(part.in(), part.from(), part.length());
  }
}
