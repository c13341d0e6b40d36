// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;

/**
 * Whether a source file is that of a class file: sources of another version have other code in the
 * line of a site.
 */
final class SourceMatch {

  /** Lombok writes the block that class files have. */
  private static final String WRITES_BLOCK = "Synchronized";

  private SourceMatch() {}

  static boolean isOf(MonitorSite site, CompilationUnit unit) {
    return site.kind() == SiteKind.BLOCK
        ? hasBlock(unit, site.line())
        : isGenerated(site.method()) || hasMethod(unit, site);
  }

  private static boolean hasBlock(CompilationUnit unit, int line) {
    boolean hasStatement =
        unit.findFirst(
                SynchronizedStmt.class,
                block -> begin(block) <= line && line <= end(block.getExpression()))
            .isPresent();
    return hasStatement
        || unit.findFirst(
                CallableDeclaration.class,
                method ->
                    has(method, line)
                        && ((CallableDeclaration<?>) method)
                            .getAnnotationByName(WRITES_BLOCK)
                            .isPresent())
            .isPresent();
  }

  private static boolean hasMethod(CompilationUnit unit, MonitorSite site) {
    return unit.findFirst(
            CallableDeclaration.class,
            method ->
                has(method, site.line())
                    && (site.method().equals("<init>")
                        ? method instanceof ConstructorDeclaration
                        : method.getNameAsString().equals(site.method())))
        .isPresent();
  }

  /** Lambdas and initializers have no name in the source. */
  private static boolean isGenerated(String method) {
    return method.contains("$") || method.equals("<clinit>");
  }

  private static boolean has(Node node, int line) {
    return begin(node) <= line && line <= end(node);
  }

  private static int begin(Node node) {
    return node.getRange().map(range -> range.begin.line).orElse(Integer.MAX_VALUE);
  }

  private static int end(Node node) {
    return node.getRange().map(range -> range.end.line).orElse(-1);
  }
}
