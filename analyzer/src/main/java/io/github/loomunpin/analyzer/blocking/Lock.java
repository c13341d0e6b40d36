// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.calls.OwnObjects;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.function.BinaryOperator;

/**
 * What several sites lock, as far as bytecode tells: a lock is converted as a whole or not at all.
 *
 * @param id the same for all sites of the lock, stable between versions; unique to the site for
 *     {@link Kind#UNKNOWN}
 * @param text for people, such as {@code this of org.h2.jdbc.JdbcConnection}
 */
public record Lock(Kind kind, String id, String text) {

  /** How sites are told to lock the same. */
  public enum Kind {
    /** The instance of a class. */
    INSTANCE,
    /** The object in a field. */
    FIELD,
    /** A class object. */
    CLASS,
    /** The result of a method. */
    METHOD,
    /** Not told from any other. */
    UNKNOWN
  }

  /** The lock of a site that enters, waits on or notifies a monitor. */
  public static Lock of(MonitorSite site) {
    if (site.kind() == SiteKind.STATIC_SYNC_METHOD) {
      return ofClass(dotted(site.owner()));
    }
    if (site.kind() == SiteKind.SYNC_METHOD) {
      return ofInstance(dotted(site.owner()));
    }
    String type = site.operand().type();
    String name = site.operand().name();
    return switch (site.operand().kind()) {
      case THIS -> ofInstance(dotted(site.owner()));
      case CLASS_LITERAL -> ofClass(name);
      case FIELD, STATIC_FIELD ->
          isCaptured(name) && !isAnybodys(type)
              ? ofInstance(type)
              : new Lock(Kind.FIELD, "field " + name, "field " + name);
      case CALL -> new Lock(Kind.METHOD, "result " + name, "result of " + name + "()");
      case PARAMETER, ARRAY_ELEMENT, UNKNOWN, NEW ->
          isAnybodys(type) ? unknown(site) : ofInstance(type);
      case CONSTANT, NULL, CAUGHT, NOT_A_REFERENCE -> unknown(site);
    };
  }

  /** The lock that an object is. */
  static Lock of(OwnObjects.Own object) {
    String type = dotted(object.owner());
    String field = "field " + type + "." + object.field();
    return object.field().isEmpty() ? ofInstance(type) : new Lock(Kind.FIELD, field, field);
  }

  /** This lock named by the class that declares its field, instead of one that inherits it. */
  Lock declaredIn(BinaryOperator<String> declaring) {
    int dot = id.lastIndexOf('.');
    if (kind != Kind.FIELD || dot < 0) {
      return this;
    }
    String owner = id.substring("field ".length(), dot).replace('.', '/');
    String field = id.substring(dot + 1);
    String name = "field " + dotted(declaring.apply(owner, field)) + "." + field;
    return new Lock(kind, name, name);
  }

  /** The class, field or method that stands for it, such as {@code org.h2.jdbc.JdbcConnection}. */
  public String name() {
    return text.replaceFirst("^(this of|field|result of) ", "");
  }

  /** Whether a field is a compiler's, for the outer instance or a variable of the method around. */
  private static boolean isCaptured(String field) {
    int dot = field.lastIndexOf('.');
    return field.startsWith("this$", dot + 1) || field.startsWith("val$", dot + 1);
  }

  /** Whether a static type says nothing about which object it is. */
  private static boolean isAnybodys(String type) {
    return type.equals("?") || type.endsWith("[]") || type.startsWith("java.");
  }

  private static Lock ofClass(String name) {
    return new Lock(Kind.CLASS, "class " + name, name + ".class");
  }

  private static Lock ofInstance(String type) {
    return new Lock(Kind.INSTANCE, "this " + type, "this of " + type);
  }

  private static Lock unknown(MonitorSite site) {
    String place = dotted(site.owner()) + "." + site.method() + site.descriptor();
    OperandValue.Kind kind = site.operand().kind();
    return new Lock(
        Kind.UNKNOWN,
        "local " + place + "@" + site.bci(),
        (kind == OperandValue.Kind.PARAMETER ? "parameter of " : "object in ")
            + dotted(site.owner())
            + "."
            + site.method());
  }

  private static String dotted(String internalName) {
    return internalName.replace('/', '.');
  }
}
