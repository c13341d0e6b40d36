// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Lines of a source file around a site.
 *
 * @param first number of the first line
 * @param marked number of the line that the site is in
 */
public record Excerpt(int first, int marked, List<String> lines) {

  /** A method is shown as a whole up to this many lines. */
  private static final int MOST = 24;

  private static final int BEFORE = 4;

  /**
   * The method of a site, or of a long one what is around the site; of a file that does not parse,
   * the lines around it. Empty if the file is not the one that the site's class was compiled from.
   */
  public static Optional<Excerpt> of(MonitorSite site, String text) {
    int line = site.line();
    List<String> lines = text.lines().toList();
    if (line < 1 || line > lines.size()) {
      return Optional.empty();
    }
    boolean isMethod = site.kind() != SiteKind.BLOCK && site.kind().enters();
    int first = Math.max(1, line - BEFORE);
    int last = lines.size();
    int marked = line;
    try {
      CompilationUnit unit = SourceReader.parse(text);
      if (!SourceMatch.isOf(site, unit)) {
        return Optional.empty();
      }
      Optional<Node> method = method(unit, line);
      if (method.isPresent()) {
        int begin = method.get().getBegin().orElseThrow().line;
        last = method.get().getEnd().orElseThrow().line;
        marked = isMethod ? nameLine(method.get()) : line;
        first = last - begin < MOST || isMethod ? begin : Math.max(begin, first);
      }
    } catch (UnreadableSourceException | StackOverflowError e) {
      // The lines themselves say something, too.
      last = Math.min(last, line + BEFORE);
    }
    last = Math.min(last, first + MOST - 1);
    return Optional.of(new Excerpt(first, marked, lines.subList(first - 1, last)));
  }

  /** The innermost code with the line; a lambda only if it is long enough to stand for itself. */
  private static Optional<Node> method(CompilationUnit unit, int line) {
    return unit
        .findAll(
            Node.class,
            node ->
                (node instanceof CallableDeclaration<?>
                        || node instanceof InitializerDeclaration
                        || node instanceof LambdaExpr lambda
                            && lambda.findFirst(SynchronizedStmt.class).isPresent())
                    && has(node, line))
        .stream()
        .min(Comparator.comparingInt(Excerpt::length));
  }

  private static boolean has(Node node, int line) {
    return node.getRange()
        .filter(range -> range.begin.line <= line && line <= range.end.line)
        .isPresent();
  }

  private static int length(Node node) {
    return node.getRange().map(range -> range.end.line - range.begin.line).orElse(0);
  }

  private static int nameLine(Node method) {
    return method instanceof CallableDeclaration<?> declared
        ? declared.getName().getBegin().orElseThrow().line
        : method.getBegin().orElseThrow().line;
  }

  /**
   * Whether a source file is that of a class file: sources of another version have other code in
   * the line of a site.
   */
  private static final class SourceMatch {

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

    private static int begin(Node node) {
      return node.getRange().map(range -> range.begin.line).orElse(Integer.MAX_VALUE);
    }

    private static int end(Node node) {
      return node.getRange().map(range -> range.end.line).orElse(-1);
    }
  }
}
