// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;

/** Whether an object of one class can be held by a variable of another type. */
final class Supertypes {

  private static final Set<String> ABOVE_ARRAYS =
      Set.of("java/lang/Object", "java/lang/Cloneable", "java/io/Serializable");

  private final Function<String, Optional<byte[]>> classFiles;
  private final Map<String, Optional<List<String>>> above = new HashMap<>();

  /**
   * @param classFiles by internal name, as far as they are found
   */
  Supertypes(Function<String, Optional<byte[]>> classFiles) {
    this.classFiles = classFiles;
  }

  /** Whether a class surely is neither a type nor below it; false if classes were not found. */
  boolean excludes(String type, String other) {
    if (type.equals(other) || other.equals("java/lang/Object")) {
      return false;
    }
    boolean array = type.startsWith("[");
    if (array || other.startsWith("[")) {
      return array
          ? !ABOVE_ARRAYS.contains(other) && !other.startsWith("[")
          : !ABOVE_ARRAYS.contains(type);
    }
    Deque<String> left = new ArrayDeque<>(List.of(type));
    Set<String> seen = new HashSet<>();
    while (!left.isEmpty()) {
      String next = left.pop();
      if (next.equals(other)) {
        return false;
      }
      if (seen.add(next)) {
        Optional<List<String>> found = above.computeIfAbsent(next, this::read);
        if (found.isEmpty()) {
          return false;
        }
        left.addAll(found.get());
      }
    }
    return true;
  }

  private Optional<List<String>> read(String type) {
    return classFiles.apply(type).flatMap(Supertypes::read);
  }

  private static Optional<List<String>> read(byte[] classFile) {
    try {
      ClassReader reader = new ClassReader(classFile);
      List<String> found = new ArrayList<>(List.of(reader.getInterfaces()));
      if (reader.getSuperName() != null) {
        found.add(reader.getSuperName());
      }
      return Optional.of(found);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty(); // damaged, or of a release that is not known yet
    }
  }
}
