// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassQuestions;
import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * What the build has found the rewriter to make of classes of a JDK, so that the start need not do
 * it again while nothing of the agent is compiled. It is used for a class only if that has the same
 * class file, by its length and two sums, and if everything that was asked about other classes is
 * answered in the same way. A JDK with another build of the class, or one that another agent has
 * changed, is rewritten as if there were no store.
 *
 * @param entries by the internal name of the class
 */
public record JdkStore(Map<String, Entry> entries) {

  static final String FILE = "loom-unpin/jdk.store";

  static final JdkStore EMPTY = new JdkStore(Map.of());

  /** What was known of another class. */
  record Answer(String name, String superName, int flags) {

    static Answer of(ClassFacts facts) {
      return new Answer(facts.name(), facts.superName(), facts.toldFlags());
    }

    private boolean holds(ClassQuestions jdk) {
      Optional<ClassFacts> facts = jdk.findInJdk(name);
      return facts.isPresent()
          && facts.get().superName().equals(superName)
          && facts.get().toldFlags() == flags;
    }
  }

  /** A class of which it is known what becomes. */
  record Entry(Sums before, Sums after, byte[] delta, List<Answer> answers) {

    private Optional<byte[]> rewritten(byte[] classFile, ClassQuestions jdk) {
      if (!before.areOf(classFile)) {
        return Optional.empty();
      }
      for (Answer answer : answers) {
        if (!answer.holds(jdk)) {
          return Optional.empty();
        }
      }
      try {
        byte[] result = ByteDelta.apply(delta, classFile, after.length());
        return after.areOf(result) ? Optional.of(result) : Optional.empty();
      } catch (IOException | IndexOutOfBoundsException e) {
        return Optional.empty();
      }
    }
  }

  /** The store in the agent's jar; empty if there is none that can be read. */
  public static JdkStore ofThisJar() {
    try {
      return read(OwnFiles.read(JdkStore.class, FILE));
    } catch (IOException | RuntimeException e) {
      // A build that knew no JDK has made none.
      return EMPTY;
    }
  }

  /**
   * What happens to a class file, if that is certain.
   *
   * @param name internal name
   * @param jdk what is known of the other classes of this JDK
   */
  public Optional<byte[]> rewritten(String name, byte[] classFile, ClassQuestions jdk) {
    Entry entry = entries.get(name);
    return entry == null ? Optional.empty() : entry.rewritten(classFile, jdk);
  }

  /**
   * @throws IOException if it is damaged
   */
  static JdkStore read(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    long sum = in.readLong();
    if (sum != sum(file, Long.BYTES)) {
      throw new IOException("damaged");
    }
    Map<String, Entry> entries = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      Sums before = Sums.read(in);
      Sums after = Sums.read(in);
      byte[] delta = in.readNBytes(in.readInt());
      List<Answer> answers = new ArrayList<>();
      for (int i = in.readInt(); i > 0; i--) {
        answers.add(new Answer(in.readUTF(), in.readUTF(), in.readInt()));
      }
      entries.put(name, new Entry(before, after, delta, answers));
    }
    return new JdkStore(entries);
  }

  private static long sum(byte[] bytes, int start) {
    CRC32 crc = new CRC32();
    crc.update(bytes, start, bytes.length - start);
    return crc.getValue();
  }

  /** The store as a file, with the entries in their order. */
  byte[] file() throws IOException {
    ByteArrayOutputStream entries = new ByteArrayOutputStream();
    write(new DataOutputStream(entries));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    new DataOutputStream(file).writeLong(sum(entries.toByteArray(), 0));
    entries.writeTo(file);
    return file.toByteArray();
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(entries.size());
    for (Map.Entry<String, Entry> named : entries.entrySet()) {
      Entry entry = named.getValue();
      out.writeUTF(named.getKey());
      entry.before.write(out);
      entry.after.write(out);
      out.writeInt(entry.delta.length);
      out.write(entry.delta);
      out.writeInt(entry.answers.size());
      for (Answer answer : entry.answers) {
        out.writeUTF(answer.name);
        out.writeUTF(answer.superName);
        out.writeInt(answer.flags);
      }
    }
  }
}
