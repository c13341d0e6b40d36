// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which classes there are, what they inherit, and of which there may be instances. */
final class ClassHierarchy {

  /** Of more classes than this, the targets of a call are not told apart. */
  static final int MAX_CLASSES = 64;

  /** The first of each name. */
  private final Map<String, ProgramClass> classes;

  private final List<ProgramClass> all;

  /** The paths of those whose classes others use. */
  private final Set<String> usedLibraries = ConcurrentHashMap.newKeySet();

  /** Names of classes that are not loaded, as an earlier library has them: the libraries' paths. */
  private final Map<String, Set<String>> shadowed = new HashMap<>();

  /** Implementations of functional interfaces by lambdas and method references. */
  private final Map<String, List<ClassSummary.FunctionObject>> functions = new HashMap<>();

  /** How many methods there are. */
  private final int methods;

  /**
   * @param providers internal names of classes that service loaders make
   */
  ClassHierarchy(List<ClassSummary> codes, Set<String> providers) {
    all = new ArrayList<>(codes.size());
    classes = HashMap.newHashMap(codes.size());
    int order = 0;
    for (ClassSummary code : codes) {
      ProgramClass node = new ProgramClass(code, order);
      order += code.methods().size();
      all.add(node);
      if (classes.putIfAbsent(code.name(), node) != null) {
        shadowed.computeIfAbsent(code.name(), name -> new HashSet<>()).add(code.library().path());
        continue;
      }
      for (ClassSummary.FunctionObject function : code.functions()) {
        functions.computeIfAbsent(function.type(), type -> new ArrayList<>()).add(function);
      }
    }
    methods = order;
    all.parallelStream().forEach(node -> node.link(classes));
    for (ProgramClass node : all) {
      if (isLoaded(node)) {
        node.enter();
      }
    }
    providers.forEach(this::make);
    all.parallelStream().filter(this::isLoaded).forEach(this::findUsed);
    all.parallelStream().forEach(this::findLive);
  }

  List<ProgramClass> all() {
    return all;
  }

  int methods() {
    return methods;
  }

  Optional<ProgramClass> find(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  private boolean isLoaded(ProgramClass node) {
    return classes.get(node.code().name()) == node;
  }

  private void make(String name) {
    ProgramClass node = classes.get(name);
    if (node != null) {
      node.setMade();
    }
  }

  private void findUsed(ProgramClass node) {
    ClassSummary code = node.code();
    String library = code.library().path();
    for (String name : code.made()) {
      make(name);
      use(name, library);
    }
    code.named().forEach(this::make);
    use(code.superName(), library);
    code.interfaces().forEach(name -> use(name, library));
  }

  private void use(String name, String library) {
    ProgramClass node = classes.get(name);
    // A copy or another version of a library is no user of it.
    boolean isCopy = shadowed.getOrDefault(name, Set.of()).contains(library);
    if (node != null && !isCopy && !node.code().library().path().equals(library)) {
      usedLibraries.add(node.code().library().path());
    }
  }

  /**
   * A class has instances if code makes them or names it, if it is a service's provider or a
   * framework may find it, and if it is in a library that no other uses: whoever uses that may make
   * those that it can. Who uses a library inside an application's archive is in that archive.
   */
  private void findLive(ProgramClass node) {
    ClassSummary code = node.code();
    if (node.isConcrete()
        && (classes.get(code.name()).isMade()
            || code.annotated()
            || isForOthers(code.library().path()) && (areAlone() || node.canBeMade()))) {
      node.setLive();
    }
  }

  /** Whether libraries were given for themselves, not those of an application. */
  private boolean areAlone() {
    return usedLibraries.isEmpty();
  }

  private boolean isForOthers(String library) {
    return !library.contains("!/") && !usedLibraries.contains(library);
  }

  /**
   * The method that a class has or inherits (JVMS §5.4.3.3, §5.4.6); abstract if there is no other.
   */
  static Optional<Method> resolve(ProgramClass type, MethodRef method) {
    Optional<Method> abstractOne = Optional.empty();
    for (ProgramClass at : type.above().classes()) {
      Optional<Method> node = at.declared(method.name(), method.descriptor());
      if (node.isPresent() && !node.get().isAbstract()) {
        return node;
      }
      if (abstractOne.isEmpty()) {
        abstractOne = node;
      }
    }
    Optional<Method> inherited = mostSpecific(type.above().interfaces(), method);
    return abstractOne.isPresent() && inherited.filter(node -> !node.isAbstract()).isEmpty()
        ? abstractOne
        : inherited;
  }

  /** Of the interface that extends the others, or of the first. */
  private static Optional<Method> mostSpecific(List<ProgramClass> interfaces, MethodRef method) {
    Optional<ProgramClass> best = Optional.empty();
    Optional<Method> found = Optional.empty();
    for (ProgramClass type : interfaces) {
      Optional<Method> declared = type.declared(method.name(), method.descriptor());
      if (declared.isPresent()
          && (best.isEmpty()
              || type.above().interfaces().contains(best.get())
              || !best.get().above().interfaces().contains(type) && found.get().isAbstract())) {
        best = Optional.of(type);
        found = declared;
      }
    }
    return found;
  }

  /** The class that declares a field that code reads from a class, as far as the program has it. */
  String declaring(String owner, String field) {
    Optional<ProgramClass> at = find(owner);
    while (at.isPresent()) {
      if (at.get().code().fields().contains(field)) {
        return at.get().code().name();
      }
      at = at.get().superclass();
    }
    return owner;
  }

  /** What {@link ProgramClass#liveBelow} keeps. */
  static List<ProgramClass> liveBelow(ProgramClass top) {
    if (top.below().isEmpty()) {
      return top.isLive() ? List.of(top) : List.of();
    }
    List<ProgramClass> live = new ArrayList<>();
    Set<ProgramClass> seen = new HashSet<>();
    Deque<ProgramClass> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty() && live.size() <= MAX_CLASSES) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isLive()) {
          live.add(at);
        }
        work.addAll(at.below());
      }
    }
    return List.copyOf(live);
  }

  /**
   * Whether there may be instances of a class or what is below it. Names in files are not read, so
   * a class that whoever has its name can make counts as made.
   */
  boolean mayHaveInstances(ProgramClass top) {
    Set<ProgramClass> seen = new HashSet<>();
    Deque<ProgramClass> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty()) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isLive() || at.canBeMadeByName()) {
          return true;
        }
        work.addAll(at.below());
      }
    }
    // A lambda is an instance of an interface, and whoever uses nothing but the library may extend
    // its classes.
    return top.isInterface() || areAlone() && isForOthers(top.code().library().path());
  }

  /**
   * Whether a method that is not in the program takes a function and runs it at once, also one that
   * a class of the program inherits.
   */
  boolean mayRun(MethodRef method) {
    ProgramClass type = classes.get(method.owner());
    if (type == null || !JdkCallbacks.takesFunction(method.descriptor())) {
      return type == null && JdkCallbacks.mayRun(method);
    }
    return resolve(type, method).isEmpty()
        && type.above().outside().stream()
            .filter(CodeReader::isJdk)
            .anyMatch(
                outside ->
                    JdkCallbacks.mayRun(
                        new MethodRef(outside, method.name(), method.descriptor())));
  }

  List<ClassSummary.FunctionObject> functions(String type) {
    return functions.getOrDefault(type, List.of());
  }

  /** All lambdas and method references, by what they implement. */
  Map<String, List<ClassSummary.FunctionObject>> functions() {
    return functions;
  }
}
