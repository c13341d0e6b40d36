// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.member;

import io.github.loomunpin.rules.member.JdkLockMember.Form;
import io.github.loomunpin.rules.member.JdkLockMember.Reach;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table: all members of the JDK's exported API by which application code uses monitors, or gets
 * at such a member.
 */
public final class JdkLockMembers {

  private static final String OBJECT = "java/lang/Object";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String LOCK = "Ljava/lang/Object;";
  private static final String CLASS = "Ljava/lang/Class;";
  private static final String METHOD = "Ljava/lang/reflect/Method;";
  private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
  private static final String NAME_AND_TYPE = "Ljava/lang/String;Ljava/lang/invoke/MethodType;";
  private static final String OPTIONS =
      "Z[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)L" + LOOKUP + ";";

  /** All rows. */
  public static final List<JdkLockMember> ALL =
      List.of(
          // Final in Object: whatever the owner, nothing else can be meant.
          of(Form.METHOD, Reach.ANY, OBJECT, "wait", "()V", Effect.WAIT),
          of(Form.METHOD, Reach.ANY, OBJECT, "wait", "(J)V", Effect.WAIT, 1),
          of(Form.METHOD, Reach.ANY, OBJECT, "wait", "(JI)V", Effect.WAIT, 2),
          of(Form.METHOD, Reach.ANY, OBJECT, "notify", "()V", Effect.NOTIFY),
          of(Form.METHOD, Reach.ANY, OBJECT, "notifyAll", "()V", Effect.NOTIFY_ALL),
          // A class that extends Thread calls it by its own name; one may hide it, too.
          of(
              Form.STATIC_METHOD,
              Reach.HEIRS,
              "java/lang/Thread",
              "holdsLock",
              "(Ljava/lang/Object;)Z",
              Effect.HOLDS_LOCK),
          of(
              Form.METHOD,
              Reach.OWNER,
              "java/util/concurrent/TimeUnit",
              "timedWait",
              "(Ljava/lang/Object;J)V",
              Effect.TIMED_WAIT,
              1),
          lookup("bind", "(" + LOCK + NAME_AND_TYPE + ")" + HANDLE),
          lookup("findSpecial", "(" + CLASS + NAME_AND_TYPE + CLASS + ")" + HANDLE),
          lookup("findStatic", "(" + CLASS + NAME_AND_TYPE + ")" + HANDLE),
          lookup("findVirtual", "(" + CLASS + NAME_AND_TYPE + ")" + HANDLE),
          lookup("unreflect", "(" + METHOD + ")" + HANDLE),
          lookup("unreflectSpecial", "(" + METHOD + CLASS + ")" + HANDLE),
          of(
              Form.METHOD,
              Reach.OWNER,
              LOOKUP,
              "defineHiddenClass",
              "([B" + OPTIONS,
              Effect.DEFINES_CLASS),
          of(
              Form.METHOD,
              Reach.OWNER,
              LOOKUP,
              "defineHiddenClassWithClassData",
              "([B" + LOCK + OPTIONS,
              Effect.DEFINES_CLASS));

  private static final Map<String, List<JdkLockMember>> BY_NAME = byName();

  private JdkLockMembers() {}

  /** The rows of members with a name; most names have none. */
  public static List<JdkLockMember> named(String name) {
    return BY_NAME.getOrDefault(name, List.of());
  }

  private static Map<String, List<JdkLockMember>> byName() {
    Map<String, List<JdkLockMember>> map = new HashMap<>();
    for (JdkLockMember member : ALL) {
      List<JdkLockMember> same = map.get(member.name());
      if (same == null) {
        same = new ArrayList<>();
        map.put(member.name(), same);
      }
      same.add(member);
    }
    return map;
  }

  private static JdkLockMember of(
      Form form, Reach reach, String owner, String name, String descriptor, Effect effect) {
    return of(form, reach, owner, name, descriptor, effect, 0);
  }

  private static JdkLockMember of(
      Form form,
      Reach reach,
      String owner,
      String name,
      String descriptor,
      Effect effect,
      int above) {
    return new JdkLockMember(form, reach, owner, name, descriptor, effect, above);
  }

  private static JdkLockMember lookup(String name, String descriptor) {
    return of(Form.METHOD, Reach.OWNER, LOOKUP, name, descriptor, Effect.LOOKS_UP);
  }
}
