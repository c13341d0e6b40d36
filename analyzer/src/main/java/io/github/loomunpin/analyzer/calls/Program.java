// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All methods of a class path with what they call. Calls into the JDK end at the operations of the
 * catalogue, except that functions given to it are run.
 */
public final class Program {

  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Map<String, Node>> methods = new HashMap<>();
  private final int targets;
  private final Hierarchy hierarchy;

  private Program(Hierarchy hierarchy, Linker linker) {
    for (ClassNode type : hierarchy.all()) {
      nodes.addAll(type.declared().values());
      methods.putIfAbsent(type.code().library().path() + "!" + type.code().name(), type.declared());
    }
    nodes.addAll(linker.operations());
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).setIndex(i);
    }
    targets = linker.finish();
    this.hierarchy = hierarchy;
  }

  /**
   * @param classes in the order of the class path
   * @param providers internal names of classes that service loaders make
   * @param jdk class files of the JDK
   */
  public static Program of(
      List<ClassCode> classes, Set<String> providers, BlockingCalls catalogue, ClassSource jdk) {
    Hierarchy hierarchy = new Hierarchy(classes, providers);
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    Linker linker = new Linker(hierarchy, catalogue, index);
    linker.link();
    return new Program(hierarchy, linker);
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

  /**
   * The class that declares a field, as far as the program has it.
   *
   * @param owner internal name of the class that code reads it from
   */
  public String declaring(String owner, String field) {
    Optional<ClassNode> at = hierarchy.find(owner);
    while (at.isPresent()) {
      if (at.get().code().fields().contains(field)) {
        return at.get().code().name();
      }
      at = at.get().superclass();
    }
    return owner;
  }

  /**
   * A method as a library has it.
   *
   * @param libraryPath the path of the library
   * @param owner internal name
   */
  public Optional<Node> find(String libraryPath, String owner, String method, String descriptor) {
    Map<String, Node> declared = methods.getOrDefault(libraryPath + "!" + owner, Map.of());
    return Optional.ofNullable(declared.get(method + descriptor));
  }
}
