// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.ProgramClass.Declaration;
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

/** The class hierarchy of the program, and which of its classes may be instantiated. */
final class ClassHierarchy {

  /** The most classes among which the targets of a call are told apart. */
  static final int MAX_CLASSES = 64;

  /** The first class of each name, which is the one that is loaded. */
  private final Map<String, ProgramClass> classes;

  private final List<ProgramClass> all;

  /** The paths of libraries whose classes others use. */
  private final Set<String> usedLibraries = ConcurrentHashMap.newKeySet();

  /** Names of classes that are not loaded, as an earlier library has them: the libraries' paths. */
  private final Map<String, Set<String>> shadowed = new HashMap<>();

  /** Implementations of functional interfaces by lambdas and method references. */
  private final Map<String, List<ClassSummary.FunctionObject>> functions = new HashMap<>();

  /** How many methods the program has. */
  private final int methodCount;

  private final Set<Heuristic> heuristics;

  /**
   * @param providers internal names of classes that service loaders make
   * @param heuristics those that are used
   */
  ClassHierarchy(List<ClassSummary> summaries, Set<String> providers, Set<Heuristic> heuristics) {
    this.heuristics = heuristics;
    all = new ArrayList<>(summaries.size());
    classes = HashMap.newHashMap(summaries.size());
    int order = 0;
    for (ClassSummary summary : summaries) {
      ProgramClass type = new ProgramClass(summary, order);
      order += summary.methods().size();
      all.add(type);
      if (classes.putIfAbsent(summary.name(), type) != null) {
        shadowed
            .computeIfAbsent(summary.name(), name -> new HashSet<>())
            .add(summary.library().path());
        continue;
      }
      for (ClassSummary.FunctionObject function : summary.functions()) {
        functions.computeIfAbsent(function.type(), name -> new ArrayList<>()).add(function);
      }
    }
    methodCount = order;
    all.parallelStream().forEach(type -> type.link(classes));
    for (ProgramClass type : all) {
      if (isLoaded(type)) {
        type.enter();
      }
    }
    providers.forEach(this::setNamed);
    all.parallelStream().filter(this::isLoaded).forEach(this::findNamed);
    all.parallelStream().forEach(this::findInstantiated);
  }

  boolean uses(Heuristic heuristic) {
    return heuristics.contains(heuristic);
  }

  List<ProgramClass> all() {
    return all;
  }

  int methodCount() {
    return methodCount;
  }

  Optional<ProgramClass> find(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  private boolean isLoaded(ProgramClass type) {
    return classes.get(type.summary().name()) == type;
  }

  private void setNamed(String name) {
    ProgramClass type = classes.get(name);
    if (type != null) {
      type.setNamed();
    }
  }

  private void findNamed(ProgramClass type) {
    ClassSummary summary = type.summary();
    String library = summary.library().path();
    for (String name : summary.instantiated()) {
      setNamed(name);
      use(name, library);
    }
    summary.named().forEach(this::setNamed);
    use(summary.superName(), library);
    summary.interfaces().forEach(name -> use(name, library));
  }

  private void use(String name, String library) {
    ProgramClass type = classes.get(name);
    // A copy or another version of a library is not a user of it.
    boolean isCopy = shadowed.getOrDefault(name, Set.of()).contains(library);
    if (type != null && !isCopy && !type.summary().library().path().equals(library)) {
      usedLibraries.add(type.summary().library().path());
    }
  }

  /**
   * Finds whether a class may be instantiated: if code makes instances or names it, if it is a
   * service's provider, if a framework may find it, or if it is in a library that no other uses,
   * whose users may make instances. The users of a library inside an application's archive are in
   * that archive.
   */
  private void findInstantiated(ProgramClass type) {
    ClassSummary summary = type.summary();
    if (type.isConcrete()
        && (!uses(Heuristic.INSTANTIATED_TYPES)
            || classes.get(summary.name()).isNamed()
            || summary.annotated() && uses(Heuristic.ANNOTATED)
            || uses(Heuristic.CLASSES_OF_USERS)
                && isForOthers(summary.library().path())
                && (areAlone() || type.canBeInstantiated()))) {
      type.setInstantiated();
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
  static Optional<Method> resolve(ProgramClass type, MethodRef ref) {
    return declaration(type, ref).map(Declaration::method);
  }

  /** Where the method is declared that {@link #resolve} finds. */
  static Optional<Declaration> declaration(ProgramClass type, MethodRef ref) {
    Optional<Declaration> abstractOne = Optional.empty();
    for (ProgramClass at : type.ancestors().classes()) {
      Optional<Declaration> resolved = at.declaration(ref.name(), ref.descriptor());
      if (resolved.isPresent() && !resolved.get().summary().isAbstract()) {
        return resolved;
      }
      if (abstractOne.isEmpty()) {
        abstractOne = resolved;
      }
    }
    Optional<Declaration> inherited = mostSpecific(type.ancestors().interfaces(), ref);
    return abstractOne.isPresent()
            && inherited.filter(found -> !found.summary().isAbstract()).isEmpty()
        ? abstractOne
        : inherited;
  }

  /** The method of the interface that extends the others, or of the first one. */
  private static Optional<Declaration> mostSpecific(List<ProgramClass> interfaces, MethodRef ref) {
    Optional<ProgramClass> best = Optional.empty();
    Optional<Declaration> found = Optional.empty();
    for (ProgramClass type : interfaces) {
      Optional<Declaration> declared = type.declaration(ref.name(), ref.descriptor());
      if (declared.isPresent()
          && (best.isEmpty()
              || type.ancestors().interfaces().contains(best.get())
              || !best.get().ancestors().interfaces().contains(type)
                  && found.get().summary().isAbstract())) {
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
      if (at.get().summary().fields().contains(field)) {
        return at.get().summary().name();
      }
      at = at.get().superclass();
    }
    return owner;
  }

  /** Computes {@link ProgramClass#instantiatedBelow}. */
  static List<ProgramClass> instantiatedBelow(ProgramClass top) {
    if (top.subtypes().isEmpty()) {
      return top.isInstantiated() ? List.of(top) : List.of();
    }
    List<ProgramClass> found = new ArrayList<>();
    Set<ProgramClass> seen = new HashSet<>();
    Deque<ProgramClass> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty() && found.size() <= MAX_CLASSES) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isInstantiated()) {
          found.add(at);
        }
        work.addAll(at.subtypes());
      }
    }
    return List.copyOf(found);
  }

  /**
   * Whether a class or one below it may be instantiated. Names in files are not read, so a class
   * that can be made by its name counts as instantiated.
   */
  boolean mayBeInstantiated(ProgramClass top) {
    Set<ProgramClass> seen = new HashSet<>();
    Deque<ProgramClass> work = new ArrayDeque<>();
    work.add(top);
    while (!work.isEmpty()) {
      ProgramClass at = work.removeFirst();
      if (seen.add(at)) {
        if (at.isInstantiated() || at.canBeInstantiatedByName()) {
          return true;
        }
        work.addAll(at.subtypes());
      }
    }
    // A lambda is an instance of an interface, and those who use nothing but the library may extend
    // its classes.
    return top.isInterface() || areAlone() && isForOthers(top.summary().library().path());
  }

  /**
   * Whether a method that is not in the program takes a function and runs it at once, also one that
   * a class of the program inherits.
   */
  boolean mayRunFunction(MethodRef ref) {
    ProgramClass type = classes.get(ref.owner());
    if (type == null || !JdkCallbacks.takesFunction(ref.descriptor())) {
      return type == null && JdkCallbacks.mayRun(ref);
    }
    return resolve(type, ref).isEmpty()
        && type.ancestors().outside().stream()
            .filter(CodeReader::isJdk)
            .anyMatch(
                outside ->
                    JdkCallbacks.mayRun(new MethodRef(outside, ref.name(), ref.descriptor())));
  }

  List<ClassSummary.FunctionObject> functions(String type) {
    return functions.getOrDefault(type, List.of());
  }

  /** All lambdas and method references, by what they implement. */
  Map<String, List<ClassSummary.FunctionObject>> functions() {
    return functions;
  }
}
