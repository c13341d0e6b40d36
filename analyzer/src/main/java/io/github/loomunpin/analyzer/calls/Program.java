// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The methods of a class path that may run while a thread is pinned, with what they call. Calls
 * into the JDK end at the operations of the catalogue, except that functions given to it are run.
 */
public final class Program {

  private final Hierarchy hierarchy;

  /** Classes by the paths of their libraries and by their names. */
  private final Map<String, Map<String, ClassNode>> libraries = new HashMap<>();

  private final List<Node> nodes;
  private final int targets;

  private Program(
      Hierarchy hierarchy, Linker linker, Collection<MethodPlace> held, boolean mapsPin) {
    this.hierarchy = hierarchy;
    for (ClassNode type : hierarchy.all()) {
      libraries
          .computeIfAbsent(type.code().library().path(), path -> new HashMap<>())
          .putIfAbsent(type.code().name(), type);
    }
    Starts starts = new Starts(hierarchy);
    List<Node> holders = held.stream().flatMap(place -> find(place).stream()).distinct().toList();
    List<Node> others = new ArrayList<>(starts.onEveryJdk());
    others.addAll(starts.givers(holders, mapsPin, ParameterCalls.MAX_CALLERS));
    ParameterCalls parameters = new ParameterCalls(hierarchy, linker);
    nodes = inOrder(new Reached(linker, parameters).from(holders, others), hierarchy.methods());
    parameters.finish();
    targets = linker.dispatch().finish();
  }

  /**
   * Methods in the order of the class path, then these as some callers run them, and operations.
   */
  private static List<Node> inOrder(List<Node> reached, int methods) {
    Node[] byPlace = new Node[methods];
    List<Node> others = new ArrayList<>();
    for (Node node : reached) {
      if (node.operation().isPresent() || node.isGiven()) {
        others.add(node);
      } else {
        byPlace[node.order()] = node;
      }
    }
    others.sort(Node.ORDER);
    List<Node> ordered = new ArrayList<>(reached.size());
    Stream.concat(Arrays.stream(byPlace).filter(Objects::nonNull), others.stream())
        .forEach(
            node -> {
              node.setIndex(ordered.size());
              ordered.add(node);
            });
    return Collections.unmodifiableList(ordered);
  }

  /**
   * @param classes in the order of the class path
   * @param providers internal names of classes that service loaders make
   * @param jdk class files of the JDK
   * @param held methods that hold a monitor; with initialisers they are what may pin
   * @param mapsPin whether a function pins that a ConcurrentHashMap runs
   */
  public static Program of(
      List<ClassCode> classes,
      Set<String> providers,
      BlockingCalls catalogue,
      ClassSource jdk,
      Collection<MethodPlace> held,
      boolean mapsPin) {
    Hierarchy hierarchy = new Hierarchy(classes, providers);
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    return new Program(hierarchy, new Linker(hierarchy, catalogue, index), held, mapsPin);
  }

  /** Methods and operations, by their {@link Node#index}. */
  public List<Node> nodes() {
    return nodes;
  }

  /** How many {@link Targets} there are. */
  public int targets() {
    return targets;
  }

  /** Whether a method may run: of an instance, if there may be any. */
  public boolean mayRun(Node method) {
    return method.isStatic()
        || method
            .type()
            .flatMap(type -> hierarchy.find(type.name()))
            .map(hierarchy::mayHaveInstances)
            .orElse(true);
  }

  /** What is known of the objects that the methods have. */
  public OwnObjects ownObjects() {
    return new OwnObjects(hierarchy);
  }

  /** A method as a library has it. */
  public Optional<Node> find(MethodPlace place) {
    MethodRef method = place.method();
    Map<String, ClassNode> library = libraries.getOrDefault(place.libraryPath(), Map.of());
    return Optional.ofNullable(library.get(method.owner()))
        .flatMap(type -> type.declared(method.name(), method.descriptor()));
  }
}
