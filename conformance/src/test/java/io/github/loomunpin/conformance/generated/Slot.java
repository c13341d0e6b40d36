// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * An object that a program locks and watches.
 *
 * @param declared the type of its field
 * @param type its own type
 * @param modifiers of its field
 */
record Slot(int number, String declared, String type, String modifiers, String made) {

  /** Expressions that make objects, by their types; the agent locks the first ones virtually. */
  private static final List<List<String>> KINDS =
      List.of(
          List.of("Object", "new Object()"),
          List.of("Object", "new Object()"),
          List.of("App", "new App()"),
          List.of("App", "new App.Sub()"),
          List.of("String", "new String(\"lock\")"),
          List.of("ArrayList<Object>", "new ArrayList<>()"),
          List.of("HashMap<Object, Object>", "new HashMap<>()"),
          List.of("int[]", "new int[2]"),
          List.of("Object[]", "new Vector[1]"),
          List.of("Runnable", "() -> {}"),
          List.of("Class<?>", "App.class"),
          List.of("Colour", "Colour.RED"),
          List.of("Vector<Object>", "new Vector<>()"),
          List.of("AppVector", "new AppVector()"),
          List.of("Hashtable<Object, Object>", "new Hashtable<>()"),
          List.of("AppThread", "new AppThread()"),
          List.of("Failure", "new Failure(\"lock\")"),
          List.of("StringBuffer", "new StringBuffer()"),
          List.of("Class<?>", "Vector.class"),
          List.of("List<Object>", "Collections.synchronizedList(new ArrayList<>())"));

  /** The program itself, its class, and objects of many kinds, each of which comes once. */
  static List<Slot> some(Random random, String program) {
    List<Slot> slots = new ArrayList<>();
    slots.add(new Slot(0, program, program, "", "this"));
    slots.add(new Slot(1, "Class<?>", "Class<?>", "static final", program + ".class"));
    List<List<String>> rest = new ArrayList<>(KINDS);
    while (slots.size() < 9) {
      List<String> kind = rest.remove(random.next(rest.size()));
      String type = kind.get(0);
      boolean wide = random.percent(40);
      String declared = wide && !type.equals("Runnable") ? wide(type, random) : type;
      String modifiers = random.of("static final", "private static", "final", "private final", "");
      slots.add(new Slot(slots.size(), declared, type, modifiers, kind.get(1)));
    }
    return slots;
  }

  private static String wide(String type, Random random) {
    return type.contains("List<") || type.contains("Vector<")
        ? random.of("Object", "List<Object>")
        : "Object";
  }

  String field() {
    return "f" + number;
  }

  boolean isStatic() {
    return modifiers.contains("static");
  }

  boolean isList() {
    return type.contains("List<") || type.contains("Vector");
  }

  boolean isLocking() {
    return type.matches("App.*|Failure");
  }

  boolean isApp() {
    return type.equals("App");
  }

  /** What declares its field, if it has one. */
  String declaration() {
    if (number == 0) {
      return "";
    }
    String made = declared.equals("Object") ? made().replace("<>", "<Object>") : made();
    if (declared.equals("Object") && made.startsWith("new Hash")) {
      made = made.replace("<Object>", "<Object, Object>");
    }
    return "  " + modifiers + " " + declared + " " + field() + " = " + made + ";\n";
  }
}
