// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a class inherits from.
 *
 * @param classes of the program: the class itself and its superclasses, the nearest first
 * @param interfaces of the program that these implement, in the order of their distance
 * @param outside the nearest supertypes that are not in the program, superclasses first
 */
record Above(List<ClassNode> classes, List<ClassNode> interfaces, List<String> outside) {

  static Above of(ClassNode type) {
    Set<ClassNode> classes = new LinkedHashSet<>();
    Set<String> outside = new LinkedHashSet<>();
    for (ClassNode at = type; at != null && classes.add(at); at = at.superclass().orElse(null)) {
      if (at.superclass().isEmpty()) {
        outside.add(at.code().superName());
      }
    }
    Set<ClassNode> interfaces = interfaces(classes);
    Stream.concat(classes.stream(), interfaces.stream())
        .forEach(at -> outside.addAll(at.outsideInterfaces()));
    return new Above(List.copyOf(classes), List.copyOf(interfaces), List.copyOf(outside));
  }

  private static Set<ClassNode> interfaces(Set<ClassNode> classes) {
    Deque<ClassNode> work = new ArrayDeque<>();
    classes.forEach(node -> work.addAll(node.interfaces()));
    Set<ClassNode> seen = new LinkedHashSet<>();
    while (!work.isEmpty()) {
      ClassNode at = work.removeFirst();
      if (seen.add(at)) {
        work.addAll(at.interfaces());
      }
    }
    return seen;
  }
}
