// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.Position;
import com.github.javaparser.Problem;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Enums that are declared in a method (JLS §14.3), which JavaParser does not read. Each is put into
 * a class on the same line for the parser, and whoever walks the tree looks through that class.
 */
final class LocalEnums {

  private static final String WRAPPER = "LoomUnpin$LocalEnum";

  private static final Pattern DECLARATION = Pattern.compile("\\benum\\s+[\\w$]+[^;{}=()]*\\{");

  /** What braces do not count in. */
  private static final Pattern SKIPPED =
      Pattern.compile(
          "//[^\n"
              + "]*|/\\*.*?\\*/|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:[^\"\\\\\n"
              + "]|\\\\.)*\"|'(?:[^'\\\\\n"
              + "]|\\\\.)*'|(?<brace>[{}])",
          Pattern.DOTALL);

  private LocalEnums() {}

  /** The text with the enum wrapped that the parser stopped at; empty if it did so elsewhere. */
  static Optional<String> wrapped(String text, Problem problem) {
    return problem
        .getLocation()
        .flatMap(location -> location.getBegin().getRange())
        .flatMap(range -> wrapped(text, offset(text, range.begin)));
  }

  private static Optional<String> wrapped(String text, int stoppedAt) {
    Matcher declaration = DECLARATION.matcher(text);
    // A region is tried from its start on, so that the whole text need not be.
    declaration.region(Math.max(0, text.lastIndexOf("enum", stoppedAt)), text.length());
    if (!declaration.lookingAt() || declaration.end() <= stoppedAt) {
      return Optional.empty();
    }
    int end = closing(text, declaration.end() - 1);
    return end < 0
        ? Optional.empty()
        : Optional.of(
            text.substring(0, declaration.start())
                + "class "
                + WRAPPER
                + " {"
                + text.substring(declaration.start(), end)
                + "}"
                + text.substring(end));
  }

  private static int offset(String text, Position position) {
    int at = 0;
    for (int line = 1; line < position.line && at >= 0; line++) {
      at = text.indexOf('\n', at) + 1;
    }
    return Math.min(text.length(), at + position.column - 1);
  }

  /** Behind the brace that closes the one there; -1 if none does. */
  private static int closing(String text, int opening) {
    Matcher parts = SKIPPED.matcher(text);
    int depth = 0;
    for (int at = opening; parts.find(at); at = parts.end()) {
      if (parts.group("brace") != null) {
        depth += parts.group("brace").equals("{") ? 1 : -1;
        if (depth == 0) {
          return parts.end();
        }
      }
    }
    return -1;
  }

  /** Whether a class is one of the parser's only. */
  static boolean isWrapper(Node node) {
    return node instanceof ClassOrInterfaceDeclaration declared
        && declared.getNameAsString().equals(WRAPPER);
  }
}
