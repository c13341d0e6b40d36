// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A glance at a class file that is cheap enough for every class an application loads: the names of
 * the class and its superclass, and whether it can contain any site. It may say yes to a class
 * without sites, never no to one with sites (JVMS chapter 4; a class file it cannot follow counts
 * as one with sites).
 */
public final class ClassFilePeek {

  private static final int MAGIC = 0xCAFEBABE;
  private static final int ACC_SYNCHRONIZED = 0x20;

  private final byte[] bytes;
  private ConstantPool pool;
  private int at;
  private boolean unreadable;
  private boolean hasLockField;

  /** The methods with a flag or instruction of a monitor, by their place in the class file. */
  private final BitSet monitorMethods = new BitSet();

  /**
   * The methods that may look up a method handle of wait or notify, or access a lock of the JDK.
   */
  private final BitSet otherMethods = new BitSet();

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

  /** Whether the class may have sites, or may hand a lock to the JDK. */
  public boolean mayHaveSites() {
    return !monitorMethods.isEmpty() || mayHaveSitesAnywhere();
  }

  /** Whether the class may have sites, may look up what has, or may share a lock with the JDK. */
  public boolean mayNeedRewriting() {
    return mayHaveSites() || !otherMethods.isEmpty();
  }

  /**
   * The same of one of the methods, given that it holds for the class.
   *
   * @param method its place among the methods of the class file
   */
  public boolean mayNeedRewriting(int method) {
    return monitorMethods.get(method) || otherMethods.get(method) || mayHaveSitesAnywhere();
  }

  private boolean mayHaveSitesAnywhere() {
    return unreadable
        || pool.hasTellingName()
        || superName.equals("java/io/Reader")
        || superName.equals("java/io/Writer");
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
    hasLockField = pool.hasLockField();
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
      int flags = u2();
      if (methods && (flags & ACC_SYNCHRONIZED) != 0) {
        monitorMethods.set(i);
      }
      at += 4;
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

  /** Of the method with this place, and the attribute with its code. */
  private void lookAtCode(int method, int attribute, int attributeLength) {
    int start = attribute + 8;
    int end = start + Bytecode.u4(bytes, attribute + 4);
    if (end < start || end > attribute + attributeLength) {
      throw new IllegalArgumentException("code beyond its attribute");
    }
    if (Bytecode.hasMonitor(bytes, start, end)) {
      monitorMethods.set(method);
    }
    boolean calls = pool.mayCallReplaced();
    if ((calls || hasLockField) && looksUpOrShares(start, end, calls)) {
      otherMethods.set(method);
    }
  }

  private boolean looksUpOrShares(int start, int end, boolean calls) {
    for (int i = start; i < end; i += Bytecode.length(bytes, i, start)) {
      if (calls && Bytecode.isCall(bytes[i]) && pool.isReplaced(Bytecode.u2(bytes, i + 1))
          || hasLockField
              && Bytecode.isFieldAccess(bytes[i])
              && pool.isLockField(Bytecode.u2(bytes, i + 1))) {
        return true;
      }
    }
    return false;
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
