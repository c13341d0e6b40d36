// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.report.block.Block.Bullets;
import io.github.loomunpin.analyzer.report.block.Block.CallPath;
import io.github.loomunpin.analyzer.report.block.Block.Caveat;
import io.github.loomunpin.analyzer.report.block.Block.Code;
import io.github.loomunpin.analyzer.report.block.Block.Conclusion;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Detail;
import io.github.loomunpin.analyzer.report.block.Block.Entries;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Entry;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Figure;
import io.github.loomunpin.analyzer.report.block.Block.Entries.Group;
import io.github.loomunpin.analyzer.report.block.Block.Fields;
import io.github.loomunpin.analyzer.report.block.Block.Heading;
import io.github.loomunpin.analyzer.report.block.Block.OnPage;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.StackTrace;
import io.github.loomunpin.analyzer.report.block.Block.Table;
import io.github.loomunpin.analyzer.report.block.Block.Table.Column;
import io.github.loomunpin.analyzer.report.block.Block.Table.Kind;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.StepName;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.support.text.Printable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a document for a ticket or a pull request. */
public final class MarkdownRenderer {

  /** A ticket shows about as much in one line. */
  private static final int PATH_COLUMNS = 110;

  /** A ticket has room for as many entries even where a terminal shows fewer. */
  private static final int FEWEST = 20;

  private final Writer out;

  private MarkdownRenderer(Writer out) {
    this.out = out;
  }

  /** Flushes the writer. */
  public static void write(Document document, Writer out) throws IOException {
    out.write("## " + escape(document.title()) + "\n");
    MarkdownRenderer renderer = new MarkdownRenderer(out);
    if (!document.words().isEmpty()) {
      renderer.paragraph(escape(document.words()));
    }
    for (Block block : document.blocks()) {
      renderer.block(block);
    }
    out.flush();
  }

  private void block(Block block) throws IOException {
    switch (block) {
      case Heading heading -> paragraph("### " + escape(heading.text()));
      case Sentence sentence -> paragraph(prose(sentence.text()));
      case Detail detail -> paragraph(prose(detail.text()));
      case Caveat caveat -> paragraph("**" + escape(caveat.text()) + "**");
      case Conclusion conclusion -> paragraph("**" + escape(conclusion.text()) + "**");
      case Bullets bullets -> bullets(bullets);
      case Fields fields -> fields(fields);
      case Table table -> table(table);
      case StackTrace trace -> stack(trace, "");
      case CallPath path -> path(path, "");
      case Code code -> code(code);
      case Entries entries -> entries(entries);
      case Coverage coverage -> coverage(coverage);
      case OnPage none -> {}
    }
  }

  /** One line with an empty line before it. What would begin a list or a table is a word. */
  private void paragraph(String text) throws IOException {
    String line = text.strip();
    boolean isList = line.matches("(?s)[-+=].*|\\d+[.)].*");
    out.write("\n" + (isList ? line.replaceFirst("^(\\d*)", "$1\\\\") : line) + "\n");
  }

  private void bullets(Bullets bullets) throws IOException {
    int shown = Math.min(bullets.items().size(), bullets.most());
    out.write("\n");
    for (Prose item : bullets.items().subList(0, shown)) {
      out.write("* " + prose(item) + "\n");
    }
    if (shown < bullets.items().size()) {
      out.write("* and " + (bullets.items().size() - shown) + " more\n");
    }
  }

  private void fields(Fields fields) throws IOException {
    out.write("\n");
    for (Fields.Field field : fields.fields()) {
      String name = field.name().isEmpty() ? "" : "**" + escape(field.name()) + "**: ";
      out.write((name.isEmpty() ? "  " : "* " + name) + prose(field.text()) + "\n");
    }
  }

  private void table(Table table) throws IOException {
    out.write("\n" + row(table.columns().stream().map(column -> escape(column.head())).toList()));
    out.write(row(table.columns().stream().map(MarkdownRenderer::line).toList()).replace(" ", ""));
    List<Table.Row> rows = table.rows().stream().filter(row -> !row.isSum()).toList();
    for (Table.Row row : rows) {
      out.write(row(row.cells().stream().map(MarkdownRenderer::cell).toList()));
    }
    for (Table.Row row : table.rows()) {
      if (row.isSum()) {
        out.write(row(row.cells().stream().map(cell -> "**" + cell(cell) + "**").toList()));
      }
    }
  }

  private static String line(Column column) {
    boolean isNumber = column.kind() == Kind.NUMBER || column.kind() == Kind.SPARE_NUMBER;
    return isNumber ? "--:" : "---";
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** In a table a bar ends the cell even within code. */
  private static String cell(Prose prose) {
    return prose.spans().stream()
        .map(
            span ->
                isCode(span.look())
                    ? code(span.text()).replace("|", "\\|")
                    : prose(new Prose(List.of(span))))
        .collect(Collectors.joining());
  }

  private void stack(StackTrace trace, String indent) throws IOException {
    if (trace.stack().isEmpty()) {
      return;
    }
    out.write("\n" + indent + "```\n");
    for (FoldedStack.Line line : FoldedStack.of(trace.stack(), trace.marked())) {
      String mark = trace.isMarked(line.depth()) ? "  ->   " : "       ";
      String text =
          line.depth() < 0
              ? "(" + Counted.of(line.leftOut(), "frame", "frames") + ")"
              : JavaNames.frame(trace.stack().frames().get(line.depth()));
      out.write(indent + mark + fenced(text) + "\n");
    }
    if (trace.stack().truncated()) {
      out.write(indent + "       (cut off)\n");
    }
    out.write(indent + "```\n");
  }

  private void path(CallPath block, String indent) throws IOException {
    if (block.from().isPresent()) {
      out.write("\n" + indent + "```\n");
      for (var step : block.path().steps()) {
        String text = PathText.step(step) + StepName.remarks(step, block.from().get());
        out.write(indent + fenced(text) + "\n");
      }
      out.write(indent + "```\n\n");
    } else {
      out.write(indent + "* " + escape(block.lead()));
      out.write(code(PathText.line(block.path(), PATH_COLUMNS)) + "\n");
    }
    for (Guess guess : block.path().guesses()) {
      out.write(indent + "* provided that: " + escape(guess.text()) + "\n");
    }
  }

  private void code(Code code) throws IOException {
    paragraph(code(code.caption()) + ", line " + code.marked() + ":");
    out.write("\n```\n");
    for (int i = 0; i < code.lines().size(); i++) {
      String mark = code.first() + i == code.marked() ? "> " : "  ";
      out.write((mark + fenced(code.lines().get(i).replace("\t", "    "))).stripTrailing() + "\n");
    }
    out.write("```\n");
  }

  private void entries(Entries entries) throws IOException {
    for (Group group : entries.groups()) {
      if (group.entries().isEmpty() || group.isOnPageOnly()) {
        continue;
      }
      if (!group.title().isEmpty()) {
        paragraph("### " + escape(group.title()));
      }
      out.write("\n");
      int shown = Math.min(group.entries().size(), Math.max(FEWEST, group.most()));
      for (Entry entry : group.entries().subList(0, shown)) {
        entry(entry, group);
      }
      if (shown < group.entries().size()) {
        paragraph("and " + (group.entries().size() - shown) + " more");
      }
    }
  }

  private void entry(Entry entry, Group group) throws IOException {
    String figures =
        entry.figures().stream()
            .map(Figure::words)
            .map(MarkdownRenderer::escape)
            .collect(Collectors.joining(", "));
    String title = prose(entry.title()).strip().replaceAll(" {2,}", " ");
    out.write((group.isRanked() ? "1. " : "* ") + title);
    out.write((figures.isEmpty() ? "" : ": " + figures) + "\n");
    if (group.explained() == 0) {
      return;
    }
    String indent = group.isRanked() ? "   " : "  ";
    for (Block block : entry.blocks()) {
      switch (block) {
        case Sentence sentence -> out.write(indent + "* " + prose(sentence.text()) + "\n");
        case Detail detail -> out.write(indent + "* " + prose(detail.text()) + "\n");
        case Bullets bullets -> {
          for (Prose item : bullets.items()) {
            out.write(indent + "* " + prose(item) + "\n");
          }
        }
        case CallPath path -> path(path, indent);
        case StackTrace trace -> stack(trace, indent);
        case OnPage none -> {}
        default -> throw new IllegalStateException("not within an entry: " + block);
      }
    }
  }

  private void coverage(Coverage coverage) throws IOException {
    for (String note : coverage.notes()) {
      paragraph("Note: " + escape(note));
    }
    for (Gap gap : Gap.bounded(coverage.gaps())) {
      paragraph(escape(Coverage.sentence(gap)));
    }
  }

  private static String prose(Prose prose) {
    return prose.spans().stream()
        .map(
            span ->
                isCode(span.look())
                    ? code(span.text())
                    : span.target().startsWith("https://")
                        ? link(span)
                        : span.look() == Look.STRONG
                            ? "**" + escape(span.text()) + "**"
                            : escape(span.text()))
        .collect(Collectors.joining());
  }

  /** An address cannot end the link that it is in. */
  private static String link(Prose.Span span) {
    String target = span.target().replaceAll("[<>\\s\\\\]", "");
    return "[" + escape(span.text()) + "](<" + target + ">)";
  }

  private static boolean isCode(Look look) {
    return look == Look.NAME || look == Look.CODE;
  }

  /** Foreign text as text: nothing in it is taken for markup, a mention or a link. */
  private static String escape(String text) {
    return Printable.of(text).replaceAll("[\\\\`*_{}\\[\\]<>#|~@]", "\\\\$0");
  }

  /** A backquote cannot be escaped within code. */
  private static String code(String text) {
    return "`" + Printable.of(text).replace('`', '\'') + "`";
  }

  /** A line of a block of code, which cannot end the block. */
  private static String fenced(String text) {
    return Printable.of(text).replace('`', '\'');
  }
}
