// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.nodeTypes.NodeWithMembers;
import com.github.javaparser.ast.nodeTypes.NodeWithTypeParameters;
import com.github.javaparser.ast.type.ArrayType;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.PrimitiveType;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.TypeParameter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The types that names in one file stand for (JLS §6.5.5), erased: type variables, classes of the
 * file, imported ones, those of the package as far as files are named after them, and those of the
 * JDK. Nested classes that are inherited from another file are not found.
 */
final class SourceTypes {

  private static final String OBJECT = "java/lang/Object";

  private final CompilationUnit unit;
  private final String packagePrefix;
  private final Set<String> topLevelTypes;

  SourceTypes(CompilationUnit unit, Set<String> topLevelTypes) {
    this.unit = unit;
    this.packagePrefix =
        unit.getPackageDeclaration()
            .map(declared -> declared.getNameAsString().replace('.', '/') + "/")
            .orElse("");
    this.topLevelTypes = topLevelTypes;
  }

  /** The JVM's descriptor of a method's parameters and result. */
  String descriptor(List<Parameter> parameters, Type result) {
    StringBuilder text = new StringBuilder("(");
    for (Parameter parameter : parameters) {
      text.append(parameter.isVarArgs() ? "[" : "").append(descriptor(parameter.getType()));
    }
    return text.append(')').append(descriptor(result)).toString();
  }

  private String descriptor(Type type) {
    return switch (type) {
      case ArrayType array -> "[" + descriptor(array.getComponentType());
      case PrimitiveType primitive -> primitive.getType().toDescriptor();
      case ClassOrInterfaceType named -> "L" + internalName(named) + ";";
      default -> type.isVoidType() ? "V" : "L" + OBJECT + ";";
    };
  }

  /** A type as a Java name, for people. */
  String javaName(Type type) {
    return switch (type) {
      case ArrayType array -> javaName(array.getComponentType()) + "[]";
      case ClassOrInterfaceType named -> internalName(named).replace('/', '.');
      default -> type.asString();
    };
  }

  /** The internal name of a type; only the last part if its package cannot be told. */
  String internalName(ClassOrInterfaceType type) {
    return internalName(type.getNameWithScope(), type);
  }

  /**
   * @param name as written, with dots
   * @param at where it is written
   */
  String internalName(String name, Node at) {
    int dot = name.indexOf('.');
    String first = dot < 0 ? name : name.substring(0, dot);
    String nested = dot < 0 ? "" : "$" + name.substring(dot + 1).replace('.', '$');
    if (dot < 0) {
      Optional<TypeParameter> variable = variable(name, at);
      if (variable.isPresent()) {
        return variable.get().getTypeBound().isEmpty()
            ? OBJECT
            : internalName(variable.get().getTypeBound().get(0));
      }
    }
    return ofFile(first, at)
        .or(() -> imported(first))
        .or(() -> exists(packagePrefix + first))
        .or(() -> importedOnDemand(first))
        .or(() -> exists("java/lang/" + first))
        .map(found -> found + nested)
        .orElseGet(() -> isQualified(name) ? qualified(name) : name.replace('.', '$'));
  }

  private static Optional<TypeParameter> variable(String name, Node at) {
    for (Node node = at; node != null; node = node.getParentNode().orElse(null)) {
      if (node instanceof NodeWithTypeParameters<?> generic) {
        for (TypeParameter parameter : generic.getTypeParameters()) {
          if (parameter.getNameAsString().equals(name)) {
            return Optional.of(parameter);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A member of an enclosing class, an enclosing class itself, or another class of the file. */
  private Optional<String> ofFile(String name, Node at) {
    for (Node node = at; node != null; node = node.getParentNode().orElse(null)) {
      if (node instanceof TypeDeclaration<?> type) {
        Optional<String> own = type.getFullyQualifiedName().map(SourceTypes::qualified);
        if (type.getNameAsString().equals(name)) {
          return own;
        }
        if (declares(type, name)) {
          return own.map(outer -> outer + "$" + name);
        }
      }
    }
    return unit.getTypes().stream()
        .filter(type -> type.getNameAsString().equals(name))
        .findFirst()
        .map(type -> packagePrefix + name);
  }

  private static boolean declares(NodeWithMembers<?> type, String name) {
    return type.getMembers().stream()
        .anyMatch(
            member ->
                member instanceof TypeDeclaration<?> inner && inner.getNameAsString().equals(name));
  }

  private Optional<String> imported(String name) {
    return unit.getImports().stream()
        .filter(one -> !one.isAsterisk() && one.getName().getIdentifier().equals(name))
        .findFirst()
        .map(one -> qualified(one.getNameAsString()));
  }

  private Optional<String> importedOnDemand(String name) {
    return unit.getImports().stream()
        .filter(ImportDeclaration::isAsterisk)
        .map(one -> one.getNameAsString().replace('.', '/') + "/" + name)
        .flatMap(candidate -> exists(candidate).stream())
        .findFirst();
  }

  private Optional<String> exists(String internalName) {
    boolean isKnown =
        topLevelTypes.contains(internalName)
            || internalName.startsWith("java")
                && ClassLoader.getPlatformClassLoader().getResource(internalName + ".class")
                    != null;
    return isKnown ? Optional.of(internalName) : Optional.empty();
  }

  private static boolean isQualified(String name) {
    return name.indexOf('.') > 0 && Character.isLowerCase(name.charAt(0));
  }

  /** By convention the first part with a capital is the outermost class. */
  private static String qualified(String name) {
    StringBuilder text = new StringBuilder();
    boolean inClass = false;
    for (String part : name.split("\\.")) {
      if (!text.isEmpty()) {
        text.append(inClass ? '$' : '/');
      }
      text.append(part);
      inClass |= Character.isUpperCase(part.charAt(0));
    }
    return text.toString();
  }
}
