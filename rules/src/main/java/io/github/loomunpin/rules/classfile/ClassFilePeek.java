// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A glance at a class file that is cheap enough for every class an application loads: the names of
 * the class and its superclass, and whether it can contain any site. It may say yes to a class
 * without sites, never no to one with sites (JVMS chapter 4; a class file it cannot follow counts
 * as one with sites).
 */
public final class ClassFilePeek {

  private static final int ACC_SYNCHRONIZED = 0x20;
  private static final int MONITORENTER = 0xC2;
  private static final int MONITOREXIT = 0xC3;

  /** Names whose presence in the constant pool makes a closer look necessary. */
  private static final Set<String> TELLING_NAMES =
      Set.of(
          "wait",
          "notify",
          "notifyAll",
          "holdsLock",
          "timedWait",
          "getClassLoadingLock",
          "blockingLock",
          "globalHierarchyLock",
          "defineHiddenClass",
          "defineHiddenClassWithClassData",
          "java/util/prefs/AbstractPreferences",
          "java/awt/event/InvocationEvent");

  private static final int SHORTEST = 4;
  private static final int LONGEST = 35;

  private final byte[] bytes;
  private int[] offsets;
  private int at;
  private boolean tellingName;
  private boolean reflectiveName;
  private boolean invoke;
  private boolean method;
  private boolean monitorCode;
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
      peek.monitorCode = true;
    }
    return peek;
  }

  /** Whether the class may have sites, or may hand a lock to the JDK. */
  public boolean mayHaveSites() {
    return monitorCode
        || tellingName
        || superName.equals("java/io/Reader")
        || superName.equals("java/io/Writer");
  }

  /** Whether the class may have sites, or may reach {@code Object}'s methods by reflection. */
  public boolean mayNeedRewriting() {
    return mayHaveSites() || reflectiveName || invoke && method;
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
    at = 8;
    int count = u2();
    offsets = new int[count];
    for (int i = 1; i < count; i++) {
      offsets[i] = at;
      int tag = bytes[at++];
      switch (tag) {
        case 1 -> utf8();
        case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 4;
        case 5, 6 -> {
          at += 8;
          i++;
        }
        case 7, 8, 16, 19, 20 -> at += 2;
        case 15 -> at += 3;
        default -> throw new IllegalArgumentException("constant pool tag " + tag);
      }
    }
    access = u2();
    name = className(u2());
    superName = className(u2());
    int interfaceCount = u2();
    List<String> names = new ArrayList<>(interfaceCount);
    for (int i = 0; i < interfaceCount; i++) {
      names.add(className(u2()));
    }
    interfaces = List.copyOf(names);
    skipMembers(false);
    skipMembers(true);
  }

  private void utf8() {
    int length = u2();
    if (!tellingName && length >= SHORTEST && length <= LONGEST) {
      byte first = bytes[at];
      // The first letters of the telling names; most names stop here.
      if (first == 'w'
          || first == 'n'
          || first == 'h'
          || first == 't'
          || first == 'g'
          || first == 'b'
          || first == 'd'
          || first == 'j') {
        tellingName =
            TELLING_NAMES.contains(new String(bytes, at, length, StandardCharsets.ISO_8859_1));
      }
    }
    switch (length) {
      case 6 -> invoke |= is("invoke");
      case 9 -> reflectiveName |= is("unreflect");
      case 11 -> reflectiveName |= is("findVirtual");
      case 24 -> method |= is("java/lang/reflect/Method");
      default -> {}
    }
    at += length;
  }

  private boolean is(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void skipMembers(boolean methods) {
    int count = u2();
    for (int i = 0; i < count; i++) {
      int flags = u2();
      monitorCode |= methods && (flags & ACC_SYNCHRONIZED) != 0;
      at += 4;
      int attributes = u2();
      for (int j = 0; j < attributes; j++) {
        boolean code = methods && isCode(u2());
        if (!methods) {
          at += 2;
        }
        int length = u4();
        if (code && !monitorCode) {
          lookAtCode(at);
        }
        at += length;
      }
    }
  }

  private boolean isCode(int nameIndex) {
    int offset = offsets[nameIndex];
    return bytes[offset + 2] == 4
        && bytes[offset + 3] == 'C'
        && bytes[offset + 4] == 'o'
        && bytes[offset + 5] == 'd'
        && bytes[offset + 6] == 'e';
  }

  private void lookAtCode(int attribute) {
    int start = attribute + 8;
    int end = start + (u2At(attribute + 4) << 16 | u2At(attribute + 6));
    for (int i = start; i < end; i++) {
      int opcode = bytes[i] & 0xFF;
      // An operand byte may look the same; a closer look costs only time.
      if (opcode == MONITORENTER || opcode == MONITOREXIT) {
        monitorCode = true;
        return;
      }
    }
  }

  private String className(int index) {
    if (index == 0) {
      return "";
    }
    int utf8 = offsets[u2At(offsets[index] + 1)];
    return new String(bytes, utf8 + 3, u2At(utf8 + 1), StandardCharsets.UTF_8);
  }

  private int u2() {
    int value = u2At(at);
    at += 2;
    return value;
  }

  private int u4() {
    int value = u2At(at) << 16 | u2At(at + 2);
    at += 4;
    return value;
  }

  private int u2At(int offset) {
    return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
  }
}
