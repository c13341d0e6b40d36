// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/** What sites have in common that may lock the same object, as far as code tells. */
final class MonitorKeys {

  private MonitorKeys() {}

  /** Whether equal keys mean the same object. */
  static boolean isOneObject(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.CLASS_LITERAL
        || site.operand().kind() == OperandValue.Kind.STATIC_FIELD;
  }

  /** Whether code does not tell what a site locks: another site may name the object otherwise. */
  static boolean isAnyObject(MonitorSite site) {
    return switch (site.operand().kind()) {
      case PARAMETER, CALL, ARRAY_ELEMENT, UNKNOWN ->
          site.operand().type().isEmpty() || site.operand().type().equals("java.lang.Object");
      default -> false;
    };
  }

  /**
   * Keys by which a monitor is found that a site holds.
   *
   * @param above what a class extends, and the interfaces whose methods it has
   */
  static Set<String> held(MonitorSite site, Function<String, Set<String>> above) {
    Set<String> keys = of(site);
    if (isGetClass(site)) {
      keys.add("getClass() of " + site.owner());
    }
    withAbove(site, above).forEach(type -> keys.add("a class below " + type));
    return keys;
  }

  /** Keys under which a monitor is looked for that a site wants to enter. */
  static Set<String> wanted(MonitorSite site, Function<String, Set<String>> above) {
    Set<String> keys = of(site);
    if (isGetClass(site)) {
      keys.add("a class below " + site.owner());
    }
    withAbove(site, above).forEach(type -> keys.add("getClass() of " + type));
    return keys;
  }

  private static boolean isGetClass(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.CALL
        && site.operand().describe().startsWith("getClass()");
  }

  /** The class that a site locks, if code names it, with all whose code it may run. */
  private static Set<String> withAbove(MonitorSite site, Function<String, Set<String>> above) {
    if (site.operand().kind() != OperandValue.Kind.CLASS_LITERAL) {
      return Set.of();
    }
    String type = site.operand().name().replace('.', '/');
    Set<String> types = new LinkedHashSet<>(above.apply(type));
    types.add(type);
    return types;
  }

  /** Keys of a site; two sites that share one may lock the same object. */
  private static Set<String> of(MonitorSite site) {
    Set<String> keys = new LinkedHashSet<>();
    keys.add(exact(site));
    String type = site.operand().type();
    if (isOneObject(site) || type.isEmpty()) {
      return keys;
    }
    // A synchronized collection locks itself, as do those who iterate over it.
    if (site.owner().startsWith("java/util/Collections$Synchronized")
        || type.startsWith("java.util.")) {
      keys.add("a collection");
    }
    if (!type.equals("java.lang.Object")) {
      keys.add("a " + type);
    } else if (isVariable(site)) {
      keys.add("a variable of " + outermost(site.owner()));
    }
    return keys;
  }

  /** What is the same for sites that are written alike. */
  static String exact(MonitorSite site) {
    if (site.kind() == SiteKind.SYNC_METHOD || site.operand().kind() == OperandValue.Kind.THIS) {
      return "this " + site.owner();
    }
    return switch (site.operand().kind()) {
      case CLASS_LITERAL, STATIC_FIELD, FIELD ->
          site.operand().name() + " " + site.operand().type();
      default -> site.owner() + " " + site.operand().describe();
    };
  }

  /** A variable that lambdas and inner classes capture is a parameter here and a field there. */
  private static boolean isVariable(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.FIELD
        ? site.operand().name().contains("val$")
        : site.operand().kind() != OperandValue.Kind.THIS;
  }

  /**
   * The class that is not nested.
   *
   * @param type internal name
   */
  static String outermost(String type) {
    int nested = type.indexOf('$', type.lastIndexOf('/') + 2);
    return nested < 0 ? type : type.substring(0, nested);
  }
}
