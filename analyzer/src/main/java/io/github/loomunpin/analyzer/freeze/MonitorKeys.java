// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.LinkedHashSet;
import java.util.Set;

/** What sites have in common that may lock the same object, as far as code tells. */
final class MonitorKeys {

  private MonitorKeys() {}

  /** Whether equal keys mean the same object. */
  static boolean isOneObject(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.CLASS_LITERAL
        || site.operand().kind() == OperandValue.Kind.STATIC_FIELD;
  }

  /** All keys of a site; two sites that share one may lock the same object. */
  static Set<String> of(MonitorSite site) {
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
