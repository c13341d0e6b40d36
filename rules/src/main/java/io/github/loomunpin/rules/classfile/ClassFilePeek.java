// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
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

  /**
   * Fields of JDK classes whose values are locks. These names say too little to make a class worth
   * a closer look, but where one is taken, all methods are looked at.
   */
  private static final Set<String> LOCK_FIELDS = Set.of("lock", "notifier");

  private static final int SHORTEST = 4;
  private static final int LONGEST = 35;

  private final byte[] bytes;
  private int[] offsets;
  private int at;
  private boolean tellingName;
  private boolean reflectiveName;
  private boolean invoke;
  private boolean method;
  private boolean lockField;
  private boolean unreadable;

  /** The methods with a flag or instruction of a monitor, by their place in the class file. */
  private final BitSet monitorMethods = new BitSet();

  /** The methods that may reach {@code Object}'s methods by reflection. */
  private final BitSet reflectiveMethods = new BitSet();

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

  /** Whether the class may have sites, or may reach {@code Object}'s methods by reflection. */
  public boolean mayNeedRewriting() {
    return mayHaveSites() || !reflectiveMethods.isEmpty();
  }

  /**
   * The same of one of the methods, given that it holds for the class.
   *
   * @param method its place among the methods of the class file
   */
  public boolean mayNeedRewriting(int method) {
    return monitorMethods.get(method)
        || reflectiveMethods.get(method)
        || lockField
        || mayHaveSitesAnywhere();
  }

  private boolean mayHaveSitesAnywhere() {
    return unreadable
        || tellingName
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
          || first == 'j'
          || first == 'l') {
        String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
        tellingName = TELLING_NAMES.contains(text);
        lockField |= LOCK_FIELDS.contains(text);
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
    return isAt(at, text);
  }

  private boolean isAt(int start, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
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
        boolean code = methods && isCode(u2());
        if (!methods) {
          at += 2;
        }
        int length = u4();
        if (code && !monitorMethods.get(i) && hasMonitorInstruction(at)) {
          monitorMethods.set(i);
        }
        if (code && (reflectiveName || invoke && method) && callsByReflection(at)) {
          reflectiveMethods.set(i);
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

  private boolean hasMonitorInstruction(int attribute) {
    int start = attribute + 8;
    int end = start + u4At(attribute + 4);
    for (int i = start; i < end; i++) {
      if (Bytecode.isMonitor(bytes[i])) {
        // Most often an operand that looks the same.
        return Bytecode.hasMonitor(bytes, start, end);
      }
    }
    return false;
  }

  private boolean callsByReflection(int attribute) {
    int start = attribute + 8;
    int end = start + u4At(attribute + 4);
    for (int i = start; i < end; i += Bytecode.length(bytes, i, start)) {
      if (Bytecode.isCall(bytes[i]) && isReflective(u2At(i + 1))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method of the constant pool has one of the names; its class does not matter. */
  private boolean isReflective(int methodIndex) {
    int utf8 = offsets[u2At(offsets[u2At(offsets[methodIndex] + 3)] + 1)] + 1;
    return switch (u2At(utf8)) {
      case 6 -> isAt(utf8 + 2, "invoke");
      case 9 -> isAt(utf8 + 2, "unreflect");
      case 11 -> isAt(utf8 + 2, "findVirtual");
      default -> false;
    };
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
    int value = u4At(at);
    at += 4;
    return value;
  }

  private int u4At(int offset) {
    return u2At(offset) << 16 | u2At(offset + 2);
  }

  private int u2At(int offset) {
    return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
  }
}
