// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.SuperExpr;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import java.util.Optional;

/**
 * A call that is written like one of the JDK's methods on monitors. A method of the same name and
 * number of parameters that a class declares itself looks the same; {@code wait()} and {@code
 * notify()} are final, so only {@code wait} with parameters can be mistaken.
 *
 * @param object empty for {@code this}
 */
record MonitorCall(SiteKind kind, Optional<Expression> object) {

  static Optional<MonitorCall> of(MethodCallExpr call) {
    List<Expression> arguments = call.getArguments();
    int count = arguments.size();
    SiteKind kind =
        switch (call.getNameAsString()) {
          case "wait" -> count <= 2 ? SiteKind.WAIT : null;
          case "notify" -> count == 0 ? SiteKind.NOTIFY : null;
          case "notifyAll" -> count == 0 ? SiteKind.NOTIFY_ALL : null;
          case "holdsLock" -> count == 1 && isThread(call) ? SiteKind.HOLDS_LOCK : null;
          case "timedWait" -> count == 2 ? SiteKind.TIMED_WAIT : null;
          default -> null;
        };
    if (kind == null) {
      return Optional.empty();
    }
    boolean isArgument = kind == SiteKind.HOLDS_LOCK || kind == SiteKind.TIMED_WAIT;
    return Optional.of(
        new MonitorCall(
            kind,
            isArgument
                ? Optional.of(arguments.get(0))
                : call.getScope().filter(scope -> !(scope instanceof SuperExpr))));
  }

  private static boolean isThread(MethodCallExpr call) {
    return call.getScope()
        .map(scope -> scope.toString().equals("Thread") || scope.toString().endsWith(".Thread"))
        .orElse(true);
  }
}
