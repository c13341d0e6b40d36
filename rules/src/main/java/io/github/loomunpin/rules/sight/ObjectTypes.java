// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/** Which objects a site can be about, by their class. */
public final class ObjectTypes {

  private static final String OBJECT = "java/lang/Object";

  private static final Set<String> OF_ARRAYS =
      Set.of(OBJECT, "java/lang/Cloneable", "java/io/Serializable");

  private final ClassImages images;
  private final Map<String, Optional<Set<String>>> known = new HashMap<>();

  public ObjectTypes(ClassImages images) {
    this.images = images;
  }

  /**
   * Whether a site may lock an object of a class; what is not known may be.
   *
   * @param objectClass internal name, empty if not known
   */
  public boolean mayBe(MonitorSite site, String objectClass) {
    if (objectClass.isEmpty()) {
      return true;
    }
    if (site.operand().kind() == OperandValue.Kind.CLASS_LITERAL) {
      return objectClass.equals("java/lang/Class");
    }
    String type = site.operand().type().replace('.', '/');
    if (type.equals("?") || type.equals(OBJECT) || type.equals(objectClass)) {
      return true;
    }
    if (objectClass.startsWith("[")) {
      return type.endsWith("[]") || OF_ARRAYS.contains(type);
    }
    return !type.endsWith("[]") && mayBe(type, objectClass);
  }

  /** Whether a class is another type or below it, both by internal name; what is not known may. */
  public boolean mayBe(String type, String objectClass) {
    return type.equals(objectClass)
        || known
            .computeIfAbsent(objectClass, this::supertypes)
            .map(supertypes -> supertypes.contains(type))
            .orElse(true);
  }

  /** All of them, by internal name; empty if one of their class files is not found. */
  private Optional<Set<String>> supertypes(String type) {
    Set<String> all = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      Optional<byte[]> file = images.classFile(open.pop());
      if (file.isEmpty()) {
        return Optional.empty();
      }
      ClassReader reader;
      try {
        reader = new ClassReader(file.get());
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        return Optional.empty(); // damaged, or of a release that is not known yet
      }
      for (String above : reader.getInterfaces()) {
        if (all.add(above)) {
          open.push(above);
        }
      }
      if (reader.getSuperName() != null && all.add(reader.getSuperName())) {
        open.push(reader.getSuperName());
      }
    }
    return Optional.of(all);
  }
}
