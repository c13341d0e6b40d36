// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which classes there are, what they inherit, and of which there may be instances. */
final class Hierarchy {

  /** The first of each name. */
  private final Map<String, ClassNode> classes = new HashMap<>();

  private final List<ClassNode> all = new ArrayList<>();

  /** The paths of those whose classes others use. */
  private final Set<String> usedLibraries = new HashSet<>();

  /** Classes that are not loaded, as an earlier library has one of the name: library and name. */
  private final Set<String> shadowed = new HashSet<>();

  /** Implementations of functional interfaces by lambdas and method references. */
  private final Map<String, List<ClassCode.Function>> functions = new HashMap<>();

  /**
   * @param providers internal names of classes that service loaders make
   */
  Hierarchy(List<ClassCode> codes, Set<String> providers) {
    for (ClassCode code : codes) {
      ClassNode node = new ClassNode(code);
      all.add(node);
      if (classes.putIfAbsent(code.name(), node) != null) {
        shadowed.add(inLibrary(code.library().path(), code.name()));
        continue;
      }
      for (ClassCode.Function function : code.functions()) {
        functions.computeIfAbsent(function.type(), type -> new ArrayList<>()).add(function);
      }
    }
    classes.values().forEach(node -> node.link(classes));
    all.forEach(node -> node.link(classes));
    for (ClassNode node : all) {
      if (classes.get(node.code().name()) == node) {
        node.enter();
      }
    }
    findLive(providers);
  }

  List<ClassNode> all() {
    return all;
  }

  Optional<ClassNode> find(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  /**
   * A class has instances if code makes them or names it, if it is a service's provider, and if it
   * is in a library that no other uses: whoever uses that may make them. Who uses a library inside
   * an application's archive is in that archive.
   */
  private void findLive(Set<String> providers) {
    Set<String> made = new HashSet<>(providers);
    for (ClassNode node : classes.values()) {
      ClassCode code = node.code();
      String library = code.library().path();
      for (String name : code.made()) {
        made.add(name);
        use(name, library);
      }
      made.addAll(code.named());
      use(code.superName(), library);
      code.interfaces().forEach(name -> use(name, library));
    }
    for (ClassNode node : all) {
      if (node.isConcrete()
          && (made.contains(node.code().name()) || isForOthers(node.code().library().path()))) {
        node.setLive();
      }
    }
  }

  private boolean isForOthers(String library) {
    return !library.contains("!/") && !usedLibraries.contains(library);
  }

  private static String inLibrary(String library, String name) {
    return library + "|" + name;
  }

  private void use(String name, String library) {
    ClassNode node = classes.get(name);
    // A copy or another version of a library is no user of it.
    boolean isCopy = !shadowed.isEmpty() && shadowed.contains(inLibrary(library, name));
    if (node != null && !isCopy && !node.code().library().path().equals(library)) {
      usedLibraries.add(node.code().library().path());
    }
  }

  /**
   * The method that a class has or inherits (JVMS §5.4.3.3, §5.4.6); abstract if there is no other.
   */
  Optional<Node> resolve(ClassNode type, String signature) {
    Optional<Node> abstractOne = Optional.empty();
    Set<ClassNode> chain = new LinkedHashSet<>();
    for (ClassNode at = type; at != null && chain.add(at); at = at.superclass().orElse(null)) {
      Node node = at.declared().get(signature);
      if (node != null && !node.isAbstract()) {
        return Optional.of(node);
      }
      if (node != null && abstractOne.isEmpty()) {
        abstractOne = Optional.of(node);
      }
    }
    Optional<Node> inherited = mostSpecific(interfaces(chain), signature);
    return abstractOne.isPresent() && inherited.filter(node -> !node.isAbstract()).isEmpty()
        ? abstractOne
        : inherited;
  }

  /** Of the interface that extends the others, or of the first. */
  private static Optional<Node> mostSpecific(Set<ClassNode> interfaces, String signature) {
    Optional<ClassNode> best = Optional.empty();
    for (ClassNode type : interfaces) {
      if (type.declared().containsKey(signature)
          && (best.isEmpty()
              || interfaces(Set.of(type)).contains(best.get())
              || !interfaces(Set.of(best.get())).contains(type)
                  && best.get().declared().get(signature).isAbstract())) {
        best = Optional.of(type);
      }
    }
    return best.map(type -> type.declared().get(signature));
  }

  /** The nearest supertypes that are not in the program, superclasses first. */
  Set<String> outside(ClassNode type) {
    Set<ClassNode> chain = new LinkedHashSet<>();
    Set<String> outside = new LinkedHashSet<>();
    for (ClassNode at = type; at != null && chain.add(at); at = at.superclass().orElse(null)) {
      if (at.superclass().isEmpty()) {
        outside.add(at.code().superName());
      }
    }
    chain.addAll(interfaces(chain));
    for (ClassNode at : chain) {
      for (String name : at.code().interfaces()) {
        if (!classes.containsKey(name)) {
          outside.add(name);
        }
      }
    }
    return outside;
  }

  /** All that a chain of classes implements, in the order of their distance. */
  private static Set<ClassNode> interfaces(Set<ClassNode> chain) {
    Deque<ClassNode> work = new ArrayDeque<>();
    chain.forEach(node -> work.addAll(node.interfaces()));
    Set<ClassNode> seen = new LinkedHashSet<>();
    while (!work.isEmpty()) {
      ClassNode at = work.removeFirst();
      if (seen.add(at)) {
        work.addAll(at.interfaces());
      }
    }
    return seen;
  }

  /** The classes at or below one that may have instances, up to {@code limit} and one more. */
  List<ClassNode> live(ClassNode top, int limit) {
    List<ClassNode> live = new ArrayList<>();
    Set<ClassNode> seen = new HashSet<>();
    Deque<ClassNode> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty() && live.size() <= limit) {
      ClassNode at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isLive()) {
          live.add(at);
        }
        work.addAll(at.below());
      }
    }
    return live;
  }

  /**
   * Whether there may be instances of a class or what is below it. Names in files are not read, so
   * a class that whoever has its name can make counts as made.
   */
  boolean mayHaveInstances(ClassNode top) {
    Set<ClassNode> seen = new HashSet<>();
    Deque<ClassNode> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty()) {
      ClassNode at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isLive() || at.canBeMadeByName()) {
          return true;
        }
        work.addAll(at.below());
      }
    }
    // A lambda is an instance of an interface, and whoever uses nothing but the library may make
    // what code elsewhere would.
    return top.isInterface() || isForOthers(top.code().library().path());
  }

  List<ClassCode.Function> functions(String type) {
    return functions.getOrDefault(type, List.of());
  }
}
