// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import io.github.loomunpin.rules.member.Effect;
import io.github.loomunpin.rules.member.JdkLockMembers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * A glance at a class file that is cheap enough for every class an application loads: the names of
 * the class and its superclass, and whether it can contain any site or one of the {@link
 * JdkLockMembers}. It may say yes to a class without them, never no to one that has them (JVMS
 * chapter 4; a class file it cannot follow counts as one that has all).
 */
public final class ClassFilePeek {

  private static final int MAGIC = 0xCAFEBABE;

  private static final long SITES;
  private static final long ELSEWHERE;

  static {
    long sites = 0;
    long elsewhere = 0;
    for (int i = 0; i < JdkLockMembers.ALL.size(); i++) {
      Effect effect = MemberNames.row(i).effect();
      sites |= effect.isSite() ? 1L << i : 0;
      elsewhere |= effect == Effect.DEFINES_CLASS ? 1L << i : 0;
    }
    SITES = sites;
    ELSEWHERE = elsewhere;
  }

  private final byte[] bytes;
  private ConstantPool pool;
  private int at;
  private boolean unreadable;

  /** The rows of the table that occur in code, in method handles or as declared methods. */
  private long members;

  private boolean hasMonitor;

  /** The methods with a monitor or a member of the table, by their place in the class file. */
  private final BitSet needed = new BitSet();

  /** The flags of the methods that lock by a flag, by name and descriptor; null for none. */
  private Map<String, Integer> synchronizedMethods;

  private String name = "";
  private String superName = "";
  private List<String> interfaces = List.of();
  private int access;

  private ClassFilePeek(byte[] bytes) {
    this.bytes = bytes;
  }

  public static ClassFilePeek at(byte[] classFile) {
    ClassFilePeek peek = new ClassFilePeek(classFile);
    try {
      peek.read();
    } catch (RuntimeException e) {
      peek.unreadable = true;
    }
    return peek;
  }

  /** Whether the class file could be followed from its beginning to its end. */
  public boolean isReadable() {
    return !unreadable;
  }

  /** Whether the class may have sites. */
  public boolean mayHaveSites() {
    return unreadable || hasMonitor || (members & SITES) != 0;
  }

  /** Whether the class may have a part in locking elsewhere: in hidden classes that it defines. */
  public boolean mayLockElsewhere() {
    return unreadable || (members & ELSEWHERE) != 0;
  }

  /** Whether the class may have anything that the agent rewrites. */
  public boolean mayNeedRewriting() {
    return unreadable || hasMonitor || members != 0;
  }

  /**
   * Whether one of the methods may have anything that the agent rewrites, given that the class may.
   *
   * @param method its place among the methods of the class file
   */
  public boolean mayNeedRewriting(int method) {
    // Which method a handle belongs to is not looked up.
    return unreadable || needed.get(method) || pool.handles() != 0;
  }

  /** The flags of the methods that lock by a flag, by name and descriptor. */
  public Map<String, Integer> synchronizedMethods() {
    return synchronizedMethods == null ? Map.of() : synchronizedMethods;
  }

  /** Internal name, empty if the class file could not be followed. */
  public String name() {
    return name;
  }

  public String superName() {
    return superName;
  }

  public List<String> interfaces() {
    return interfaces;
  }

  public int access() {
    return access;
  }

  private void read() {
    if (Bytecode.u4(bytes, 0) != MAGIC) {
      throw new IllegalArgumentException("no class file");
    }
    pool = new ConstantPool(bytes);
    members = pool.handles();
    at = pool.end();
    access = u2();
    name = pool.className(u2());
    superName = pool.className(u2());
    int interfaceCount = u2();
    List<String> names = new ArrayList<>(interfaceCount);
    for (int i = 0; i < interfaceCount; i++) {
      names.add(pool.className(u2()));
    }
    interfaces = List.copyOf(names);
    skipMembers(false);
    skipMembers(true);
    skipAttributes();
    if (at != bytes.length) {
      throw new IllegalArgumentException("of another length");
    }
  }

  private void skipAttributes() {
    for (int count = u2(); count > 0; count--) {
      at += 2;
      int length = attributeLength();
      at += length;
    }
  }

  private void skipMembers(boolean methods) {
    int count = u2();
    for (int i = 0; i < count; i++) {
      if (methods) {
        lookAtDeclaration(i);
      }
      at += 6;
      int attributes = u2();
      for (int j = 0; j < attributes; j++) {
        boolean code = methods && pool.isCode(u2());
        if (!methods) {
          at += 2;
        }
        int length = attributeLength();
        if (code) {
          lookAtCode(i, at, length);
        }
        at += length;
      }
    }
  }

  private void lookAtDeclaration(int method) {
    int flags = Bytecode.u2(bytes, at);
    int nameIndex = Bytecode.u2(bytes, at + 2);
    if ((flags & Opcodes.ACC_SYNCHRONIZED) != 0
        && SynchronizedFlag.locks(flags, pool.utf8(nameIndex))) {
      hasMonitor = true;
      needed.set(method);
      if (synchronizedMethods == null) {
        synchronizedMethods = new HashMap<>();
      }
      synchronizedMethods.put(pool.utf8(nameIndex) + pool.utf8(Bytecode.u2(bytes, at + 4)), flags);
    }
  }

  /** Looks at the code of the method with this place, which is in this attribute. */
  private void lookAtCode(int method, int attribute, int attributeLength) {
    int start = attribute + 8;
    int end = start + Bytecode.u4(bytes, attribute + 4);
    if (end < start || end > attribute + attributeLength) {
      throw new IllegalArgumentException("code beyond its attribute");
    }
    if (Bytecode.hasMonitor(bytes, start, end)) {
      hasMonitor = true;
      needed.set(method);
    }
    long named = pool.hasMembers() ? membersIn(start, end) : 0;
    if (named != 0) {
      members |= named;
      needed.set(method);
    }
  }

  private long membersIn(int start, int end) {
    long named = 0;
    for (int i = start; i < end; i += Bytecode.length(bytes, i, start)) {
      if (Bytecode.namesMember(bytes[i])) {
        named |= pool.member(Bytecode.u2(bytes, i + 1));
      }
    }
    return named;
  }

  private int u2() {
    int value = Bytecode.u2(bytes, at);
    at += 2;
    return value;
  }

  private int attributeLength() {
    int value = Bytecode.u4(bytes, at);
    if (value < 0) {
      throw new IllegalArgumentException("attribute length " + value);
    }
    at += 4;
    return value;
  }
}
