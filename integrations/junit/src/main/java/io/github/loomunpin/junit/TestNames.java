// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What tests are called in messages. */
final class TestNames {

  private static final Pattern INVOCATION =
      Pattern.compile("\\[test-template-invocation:#(\\d+)]$");

  private TestNames() {}

  /** As {@code OrderTest.Paid.ships[2]} for the second run of a method of a nested class. */
  static String of(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    String name = type.getName().substring(type.getPackageName().length());
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    return (name.startsWith(".") ? name.substring(1) : name).replace('$', '.')
        + "."
        + context.getRequiredTestMethod().getName()
        + (invocation.find() ? "[" + invocation.group(1) + "]" : "");
  }
}
