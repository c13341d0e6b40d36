// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.Code;
import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.mode.KnownCode;
import io.github.loomunpin.rules.mode.ModeQuestions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What became of the classes of a jar when it was converted. The jar has the classes as they were
 * and, beside them, what they become, each in a file of its own, and one file with the proofs: a
 * mark, the sums of all that follows, for which build of the agent they are, what is known of the
 * JDK's code, and for each class the sums of both class files and a trace.
 *
 * @param proofs by internal name
 * @param code by the internal name of a class of the JDK
 */
public record ConvertedClasses(Map<String, Proof> proofs, Map<String, Code> code)
    implements KnownCode {

  private static final String FOLDER = "META-INF/loom-unpin/";

  /** Where the proofs are. */
  public static final String FILE = FOLDER + "proofs";

  /**
   * How many bytes a class file or the proofs of a jar may have, which is far more than they have:
   * an entry of a few bytes may become more than there is memory.
   */
  public static final int MOST_BYTES = 16 << 20;

  private static final String CLASSES = FOLDER + "classes/";

  /** Not as class files are named: what reads all those of a jar would find each class twice. */
  private static final String SUFFIX = ".unpinned";

  private static final long MARK = 0x556e_7069_6e4a_0001L;

  /** The mark but for the version of the format. */
  private static final int VERSION_BITS = Short.SIZE;

  private static final int SUMMED_FROM = Long.BYTES + Integer.BYTES + 2 * Long.BYTES;

  /**
   * What is known of one class.
   *
   * @param after of no bytes if the class file stays as it is
   */
  record Proof(Sums before, Sums after, byte[] trace) {}

  /** Where a jar has what became of a class. */
  public static String pathOf(String internalName) {
    return CLASSES + internalName + SUFFIX;
  }

  /** Whether a file of a jar is where this puts what it makes. */
  public static boolean isPlace(String path) {
    return path.equals(FILE) || path.startsWith(CLASSES) && path.endsWith(SUFFIX);
  }

  /** Whether a file, whose first bytes these are, has proofs of this or another version. */
  public static boolean isMarked(byte[] start) {
    return start.length >= Long.BYTES
        && ByteBuffer.wrap(start).getLong() >>> VERSION_BITS == MARK >>> VERSION_BITS;
  }

  /** None yet. */
  public static ConvertedClasses none() {
    return new ConvertedClasses(new TreeMap<>(), new TreeMap<>());
  }

  /**
   * What becomes of a class.
   *
   * @param result as it is without this
   * @param isKept whether it is kept here; if not, it may become another one in each run
   */
  public record Made(RewriteResult result, boolean isKept) {}

  /**
   * Rewrites a class and keeps what became of it, if that can be proved later.
   *
   * @param name internal name
   * @param anew called with other questions than these
   * @throws RuntimeException as that throws it
   */
  public Made add(String name, byte[] classFile, ModeQuestions live, RewriteCache.Rewriting anew) {
    NotedQuestions noted = new NotedQuestions(live);
    RewriteResult result = anew.rewrite(noted);
    if (!noted.areComplete() || !result.problems().isEmpty() || !result.name().equals(name)) {
      return new Made(result, false);
    }
    try {
      byte[] after = result.bytes().orElse(new byte[0]);
      byte[] trace = Trace.of(noted, result);
      proofs.put(name, new Proof(Sums.of(classFile), Sums.of(after), trace));
      return new Made(result, true);
    } catch (IOException e) {
      return new Made(result, false); // a text that is too long
    }
  }

  /** Nothing that was found out before. */
  @Override
  public Optional<Boolean> locksThis(String internalName, byte[] classFile) {
    return Optional.empty();
  }

  @Override
  public void add(String internalName, byte[] classFile, boolean locksThis) {
    code.put(internalName, new Code(Sums.of(classFile), locksThis));
  }

  /**
   * As a file.
   *
   * @param agent for which build of the agent it is
   */
  public byte[] file(String agent) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeUTF(agent);
    CacheFile.writeCode(code, out);
    out.writeInt(proofs.size());
    for (Map.Entry<String, Proof> named : proofs.entrySet()) {
      Proof proof = named.getValue();
      out.writeUTF(named.getKey());
      proof.before.write(out);
      proof.after.write(out);
      out.writeInt(proof.trace.length);
      out.write(proof.trace);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DataOutputStream head = new DataOutputStream(file);
    head.writeLong(MARK);
    Sums.of(body.toByteArray()).write(head);
    body.writeTo(file);
    return file.toByteArray();
  }

  /**
   * @param agent for which build of the agent it has to be
   * @throws UnusableException if it is damaged or for another one
   */
  static ConvertedClasses read(byte[] file, Optional<String> agent) throws UnusableException {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
      if (in.readLong() != MARK
          || !Sums.read(in).areOf(file, SUMMED_FROM, file.length - SUMMED_FROM)) {
        throw new UnusableException("it is damaged");
      }
      if (!Optional.of(in.readUTF()).equals(agent)) {
        throw new UnusableException("it was converted by another build of the agent");
      }
      Map<String, Code> code = CacheFile.readCode(in);
      Map<String, Proof> proofs = new HashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String name = in.readUTF();
        Sums before = Sums.read(in);
        Sums after = Sums.read(in);
        proofs.put(name, new Proof(before, after, in.readNBytes(in.readInt())));
      }
      return new ConvertedClasses(proofs, code);
    } catch (IOException | RuntimeException e) {
      throw new UnusableException("it is damaged");
    }
  }
}
