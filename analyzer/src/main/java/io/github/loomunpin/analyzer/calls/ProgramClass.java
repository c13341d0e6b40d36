// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/** A class of the program and its place in the hierarchy. */
final class ProgramClass {

  private final ClassSummary summary;

  /** The place of its first method among all methods of the program. */
  private final int firstOrder;

  private final MethodTable methods;
  private final boolean function;

  /** The classes of the program directly below. */
  private final List<ProgramClass> subtypes = new ArrayList<>(0);

  private Optional<ProgramClass> superclass = Optional.empty();
  private List<ProgramClass> interfaces = List.of();

  /** Names of interfaces that the program does not have. */
  private List<String> outsideInterfaces = List.of();

  /** Computed when first asked for. */
  private volatile Ancestors ancestors;

  private volatile List<ProgramClass> instantiatedBelow;

  // Any thread sets these, to the same values, and others read them after all are done.

  private boolean named;
  private boolean instantiated;

  ProgramClass(ClassSummary summary, int firstOrder) {
    this.summary = summary;
    this.firstOrder = firstOrder;
    this.methods = new MethodTable(summary.methods());
    this.function =
        isInterface() && summary.methods().stream().filter(MethodSummary::isAbstract).count() == 1;
  }

  ClassSummary summary() {
    return summary;
  }

  /** A method that the class itself declares; safe for any thread. */
  Optional<Method> declared(String name, String descriptor) {
    return declaration(name, descriptor).map(Declaration::method);
  }

  /** Where the class itself declares a method; safe for any thread. */
  Optional<Declaration> declaration(String name, String descriptor) {
    int place = methods.find(name, descriptor);
    return place < 0 ? Optional.empty() : Optional.of(new Declaration(this, place));
  }

  /** The method at this place in the class file. */
  Method declared(int place) {
    return methods.method(place, method -> Method.of(summary, method, firstOrder + place));
  }

  /** All methods that it declares. */
  Stream<Method> declared() {
    return declarations().map(Declaration::method);
  }

  /** The places of all methods that it declares. */
  Stream<Declaration> declarations() {
    return IntStream.range(0, summary.methods().size())
        .mapToObj(place -> new Declaration(this, place));
  }

  void link(Map<String, ProgramClass> classes) {
    superclass = Optional.ofNullable(classes.get(summary.superName()));
    List<ProgramClass> found = new ArrayList<>(summary.interfaces().size());
    List<String> outside = new ArrayList<>(0);
    for (String name : summary.interfaces()) {
      ProgramClass type = classes.get(name);
      if (type == null) {
        outside.add(name);
      } else if (type != this) {
        found.add(type);
      }
    }
    interfaces = List.copyOf(found);
    outsideInterfaces = List.copyOf(outside);
  }

  /** Adds it to the subtypes of the classes above; after {@link #link}, one class at a time. */
  void enter() {
    superclass.ifPresent(type -> type.subtypes.add(this));
    interfaces.forEach(type -> type.subtypes.add(this));
  }

  Optional<ProgramClass> superclass() {
    return superclass;
  }

  List<ProgramClass> interfaces() {
    return interfaces;
  }

  List<String> outsideInterfaces() {
    return outsideInterfaces;
  }

  List<ProgramClass> subtypes() {
    return subtypes;
  }

  /**
   * The classes and interfaces that it inherits from; after all classes are linked, safe for any
   * thread.
   */
  Ancestors ancestors() {
    Ancestors known = ancestors;
    if (known == null) {
      known = Ancestors.of(this);
      ancestors = known;
    }
    return known;
  }

  /**
   * The instantiated classes at or below it, up to {@link ClassHierarchy#MAX_CLASSES} and one more;
   * after all are known, safe for any thread.
   */
  List<ProgramClass> instantiatedBelow() {
    List<ProgramClass> known = instantiatedBelow;
    if (known == null) {
      known = ClassHierarchy.instantiatedBelow(this);
      instantiatedBelow = known;
    }
    return known;
  }

  boolean isConcrete() {
    return (summary.access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0;
  }

  boolean isInterface() {
    return (summary.access() & Opcodes.ACC_INTERFACE) != 0;
  }

  boolean isPublic() {
    return (summary.access() & Opcodes.ACC_PUBLIC) != 0;
  }

  /** Whether it is an enum: nobody else gives its constants anything. */
  boolean isEnum() {
    return summary.superName().equals("java/lang/Enum");
  }

  /** Whether it is an interface with one method to implement. */
  boolean isFunction() {
    return function;
  }

  /** Whether it is public and has a public constructor without parameters. */
  boolean canBeInstantiatedByName() {
    return isConcrete()
        && (summary.access() & Opcodes.ACC_PUBLIC) != 0
        && declared("<init>", "()V").map(Method::isPublic).orElse(false);
  }

  /** Whether any code can make or extend it. */
  boolean canBeInstantiated() {
    return (summary.access() & Opcodes.ACC_PUBLIC) != 0
        && declared().anyMatch(method -> method.isConstructor() && method.isAccessible());
  }

  /** Whether code makes or names it. */
  boolean isNamed() {
    return named;
  }

  void setNamed() {
    named = true;
  }

  /** Whether an instance may exist. */
  boolean isInstantiated() {
    return instantiated;
  }

  void setInstantiated() {
    instantiated = true;
  }

  /**
   * The place of a method in a class file.
   *
   * @param type the class that declares it
   */
  record Declaration(ProgramClass type, int place) {

    MethodSummary summary() {
      return type.summary.methods().get(place);
    }

    /** Its place among all methods of the program. */
    int order() {
      return type.firstOrder + place;
    }

    Method method() {
      return type.declared(place);
    }
  }

  /**
   * The classes and interfaces that a class inherits from.
   *
   * @param classes of the program: the class itself and its superclasses, the nearest first
   * @param interfaces of the program that these implement, in the order of their distance
   * @param outside the nearest supertypes that are not in the program, superclasses first
   */
  record Ancestors(
      List<ProgramClass> classes, List<ProgramClass> interfaces, List<String> outside) {

    static Ancestors of(ProgramClass type) {
      Set<ProgramClass> classes = new LinkedHashSet<>();
      Set<String> outside = new LinkedHashSet<>();
      for (ProgramClass at = type;
          at != null && classes.add(at);
          at = at.superclass().orElse(null)) {
        if (at.superclass().isEmpty()) {
          outside.add(at.summary().superName());
        }
      }
      Set<ProgramClass> interfaces = interfaces(classes);
      Stream.concat(classes.stream(), interfaces.stream())
          .forEach(at -> outside.addAll(at.outsideInterfaces()));
      return new Ancestors(List.copyOf(classes), List.copyOf(interfaces), List.copyOf(outside));
    }

    private static Set<ProgramClass> interfaces(Set<ProgramClass> classes) {
      Deque<ProgramClass> work = new ArrayDeque<>();
      classes.forEach(type -> work.addAll(type.interfaces()));
      Set<ProgramClass> seen = new LinkedHashSet<>();
      while (!work.isEmpty()) {
        ProgramClass at = work.removeFirst();
        if (seen.add(at)) {
          work.addAll(at.interfaces());
        }
      }
      return seen;
    }
  }

  /**
   * The methods of a class by name and descriptor. Most methods of a program are never asked for,
   * so each is made when it first is. Safe for any thread.
   */
  private static final class MethodTable {

    private static final int FEW = 4;

    private final List<MethodSummary> methods;

    /** A hash table of places plus one, 0 where there is none; made when first asked for. */
    private volatile short[] slots;

    private Method[] made;

    MethodTable(List<MethodSummary> methods) {
      this.methods = methods;
    }

    /** The place of a method; negative if there is none. */
    int find(String name, String descriptor) {
      if (methods.size() <= FEW) {
        for (int i = 0; i < methods.size(); i++) {
          if (methods.get(i).ref().isSame(name, descriptor)) {
            return i;
          }
        }
        return -1;
      }
      short[] places = slots();
      int slot = hash(name, descriptor) & places.length - 1;
      while (places[slot] != 0) {
        // A class has up to 65535 methods (JVMS §4.11).
        int place = (places[slot] & 0xFFFF) - 1;
        if (methods.get(place).ref().isSame(name, descriptor)) {
          return place;
        }
        slot = slot + 1 & places.length - 1;
      }
      return -1;
    }

    /** Two threads may make it, both the same. */
    private short[] slots() {
      short[] known = slots;
      if (known != null) {
        return known;
      }
      short[] places = new short[Integer.highestOneBit(methods.size()) << 2];
      for (int i = 0; i < methods.size(); i++) {
        MethodRef ref = methods.get(i).ref();
        int slot = hash(ref.name(), ref.descriptor()) & places.length - 1;
        while (places[slot] != 0) {
          slot = slot + 1 & places.length - 1;
        }
        places[slot] = (short) (i + 1);
      }
      slots = places;
      return places;
    }

    private static int hash(String name, String descriptor) {
      int mixed = (name.hashCode() * 31 + descriptor.hashCode()) * 0x9E3779B9;
      return mixed >>> 16 ^ mixed;
    }

    synchronized Method method(int place, Function<MethodSummary, Method> maker) {
      if (made == null) {
        made = new Method[methods.size()];
      }
      if (made[place] == null) {
        made[place] = maker.apply(methods.get(place));
      }
      return made[place];
    }
  }
}
