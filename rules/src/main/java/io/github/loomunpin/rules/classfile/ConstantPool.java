// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The constant pool of a class file (JVMS §4.4), for {@link ClassFilePeek}: which names it has. */
final class ConstantPool {

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
   * Fields of JDK classes whose values are locks. These names say too little: methods that access
   * such a field are looked at.
   */
  private static final Set<String> LOCK_FIELDS = Set.of("lock", "notifier");

  private static final String OBJECT = "Ljava/lang/Object;";

  private static final int FIELD = 9;
  private static final int SHORTEST = 4;
  private static final int LONGEST = 35;

  private final byte[] bytes;
  private final int[] offsets;
  private int at = 8;
  private boolean tellingName;
  private boolean replacedName;
  private boolean replacedOwner;
  private boolean lockFieldName;

  /**
   * @throws RuntimeException if the pool cannot be followed
   */
  ConstantPool(byte[] bytes) {
    this.bytes = bytes;
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
  }

  /** Where the class file goes on. */
  int end() {
    return at;
  }

  boolean hasTellingName() {
    return tellingName;
  }

  /** Whether it has a field that may be one of the JDK's locks. */
  boolean hasLockField() {
    // Most have no such name, and of those that do, most have a method of that name.
    for (int i = 1; lockFieldName && i < offsets.length; i++) {
      if (bytes[offsets[i]] == FIELD && isLockField(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it names what is needed for one of {@link ReplacedCalls}. */
  boolean mayCallReplaced() {
    return replacedName && replacedOwner;
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
        String text = text(at, length);
        tellingName = TELLING_NAMES.contains(text);
        lockFieldName |= LOCK_FIELDS.contains(text);
      }
    }
    replacedOwner = replacedOwner || isReplacedOwner(at, length);
    replacedName = replacedName || isReplacedName(at, length);
    at += length;
  }

  private boolean isAt(int start, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  boolean isCode(int nameIndex) {
    int offset = offsets[nameIndex];
    return bytes[offset + 2] == 4
        && bytes[offset + 3] == 'C'
        && bytes[offset + 4] == 'o'
        && bytes[offset + 5] == 'd'
        && bytes[offset + 6] == 'e';
  }

  /** Whether a method of the constant pool is one of {@link ReplacedCalls}. */
  boolean isReplaced(int methodIndex) {
    int method = offsets[methodIndex];
    int owner = offsets[u2At(offsets[u2At(method + 1)] + 1)] + 1;
    int name = offsets[u2At(offsets[u2At(method + 3)] + 1)] + 1;
    return isReplacedName(name + 2, u2At(name)) && isReplacedOwner(owner + 2, u2At(owner));
  }

  /** Whether a field of the constant pool has the name and type of one of the JDK's locks. */
  boolean isLockField(int fieldIndex) {
    int nameAndType = offsets[u2At(offsets[fieldIndex] + 3)];
    int name = offsets[u2At(nameAndType + 1)] + 1;
    int type = offsets[u2At(nameAndType + 3)] + 1;
    return u2At(type) == OBJECT.length()
        && isAt(type + 2, OBJECT)
        && LOCK_FIELDS.contains(text(name + 2, u2At(name)));
  }

  private boolean isReplacedName(int start, int length) {
    // Most names stop here.
    return switch (bytes[start]) {
      case 'b', 's' -> length == 4 && ReplacedCalls.isName(text(start, length));
      case 'f' -> (length == 10 || length == 11) && ReplacedCalls.isName(text(start, length));
      case 'u' -> (length == 9 || length == 16) && ReplacedCalls.isName(text(start, length));
      default -> false;
    };
  }

  private boolean isReplacedOwner(int start, int length) {
    return (length == 14 || length == 25 || length == 37)
        && bytes[start] == 'j'
        && ReplacedCalls.isOwner(text(start, length));
  }

  private String text(int start, int length) {
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  String className(int index) {
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

  private int u2At(int offset) {
    return Bytecode.u2(bytes, offset);
  }
}
