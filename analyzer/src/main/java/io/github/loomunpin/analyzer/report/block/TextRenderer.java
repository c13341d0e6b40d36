// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
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
import io.github.loomunpin.analyzer.report.block.Block.Table.Kind;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.report.shared.StepName;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.TextTable;
import io.github.loomunpin.support.text.Wrapping;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Writes a document for a terminal. */
public final class TextRenderer {

  private static final String NEXT = "  ";
  private static final String WITHIN_ENTRY = "     ";
  private static final String WITHIN_FIELD = "            ";

  /** In a wider terminal the figures of an entry would be far from its name. */
  private static final int WIDEST = 120;

  private final TextStyle style;
  private final Writer out;
  private boolean hasBegun;

  private TextRenderer(TextStyle style, Writer out) {
    this.style = style;
    this.out = out;
  }

  /** Flushes the writer. */
  public static void write(Document document, TextStyle style, Writer out) throws IOException {
    TextRenderer renderer = new TextRenderer(style, out);
    boolean saysNothing = document.blocks().stream().allMatch(Coverage.class::isInstance);
    if (!saysNothing) { // else standard error has it all
      for (Block block : document.blocks()) {
        renderer.block(block, "");
      }
    }
    out.flush();
  }

  private void block(Block block, String indent) throws IOException {
    switch (block) {
      case Heading heading -> heading(heading.text());
      case Sentence sentence -> prose(indent, sentence.text(), indent + NEXT);
      case Detail detail -> {
        if (style.verbose()) {
          prose(indent, detail.text(), indent + NEXT);
        }
      }
      case Caveat caveat -> prose(indent, Prose.of(caveat.text(), Look.STRONG), indent + NEXT);
      case Conclusion conclusion ->
          prose(indent, Prose.of(conclusion.text(), Look.STRONG), indent + NEXT);
      case Bullets bullets -> bullets(bullets, indent.isEmpty() ? WITHIN_ENTRY : indent);
      case Fields fields -> fields(fields);
      case Table table -> table(table);
      case StackTrace trace -> stack(trace, indent);
      case CallPath path -> path(path, indent);
      case Code code -> code(code);
      case Entries entries -> entries(entries);
      case Coverage coverage -> coverage(coverage);
      case OnPage none -> {}
    }
  }

  private void heading(String text) throws IOException {
    emptyLine();
    prose("", Prose.of(text, Look.STRONG), NEXT);
  }

  private void bullets(Bullets bullets, String indent) throws IOException {
    int shown = shown(bullets.items().size(), bullets.most());
    for (Prose item : bullets.items().subList(0, shown)) {
      prose(indent, item, indent + NEXT);
    }
    rest(indent, bullets.items().size() - shown);
  }

  private int shown(int size, int most) {
    return style.verbose() ? size : Math.min(size, most);
  }

  private void rest(String indent, int more) throws IOException {
    if (more > 0) {
      line(indent + "and " + more + " more (--verbose lists them)");
    }
  }

  private void fields(Fields fields) throws IOException {
    for (Fields.Field field : fields.fields()) {
      prose(String.format(Locale.ROOT, "  %-8s  ", field.name()), field.text(), WITHIN_FIELD);
    }
  }

  private void table(Table table) throws IOException {
    List<Integer> shownColumns =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.columns().get(i).kind() != Kind.SPARE_NUMBER)
            .boxed()
            .toList();
    TextTable lines =
        new TextTable(
            IntStream.range(0, shownColumns.size())
                .filter(i -> table.columns().get(shownColumns.get(i)).kind() != Kind.NUMBER)
                .boxed()
                .toArray(Integer[]::new));
    List<Table.Row> rows = table.rows().stream().filter(row -> !row.isSum()).toList();
    int shown = shown(rows.size(), table.most());
    if (table.hasHeads()) {
      lines.add(shownColumns.stream().map(i -> table.columns().get(i).head()).toList());
    }
    rows.subList(0, shown).forEach(row -> lines.add(cells(row, shownColumns)));
    boolean hasSum = rows.size() < table.rows().size();
    table.rows().stream()
        .filter(Table.Row::isSum)
        .forEach(row -> lines.add(cells(row, shownColumns)));
    List<String> laidOut = lines.lines(style.columns());
    for (int i = 0; i < laidOut.size(); i++) {
      boolean isBold = i == 0 && table.hasHeads() || hasSum && i == laidOut.size() - 1;
      line(isBold ? style.bold(laidOut.get(i)) : laidOut.get(i));
    }
    if (shown < rows.size()) {
      line("and " + (rows.size() - shown) + " " + table.rest() + " (--verbose lists them)");
    }
  }

  private static List<String> cells(Table.Row row, List<Integer> columns) {
    return columns.stream().map(i -> row.cells().get(i).text()).toList();
  }

  private void stack(StackTrace trace, String indent) throws IOException {
    if (!style.verbose()) {
      return;
    }
    for (int depth = 0; depth < trace.stack().frames().size(); depth++) {
      boolean isMarked = trace.isMarked(depth);
      String frame = Printable.of(JavaNames.frame(trace.stack().frames().get(depth)));
      String text = indent + (isMarked ? "  ->   " : "       ") + frame;
      line(isMarked ? style.bold(text) : style.faint(text));
    }
    if (trace.stack().truncated()) {
      line(style.faint(indent + "       (cut off)"));
    }
  }

  private void path(CallPath block, String indent) throws IOException {
    if (block.from().isPresent()) {
      steps(block.path(), block.from().get());
      return;
    }
    int columns = style.columns() - indent.length();
    String lead = Printable.of(block.lead());
    String path = PathText.line(block.path(), block.lines() * columns - lead.length());
    if (block.lines() == 1) {
      line(style.faint(indent + lead + path));
    } else {
      prose(indent, Prose.of(lead + path), indent + NEXT);
    }
  }

  /** Each step in a line of its own, with what was guessed there. */
  private void steps(BlockingPath path, Library own) throws IOException {
    for (int i = 0; i < path.steps().size(); i++) {
      Step step = path.steps().get(i);
      line(
          WITHIN_FIELD
              + (i == 0 ? "" : "→ ")
              + Printable.of(PathText.step(step))
              + style.faint(Printable.of(StepName.remarks(step, own))));
      for (Guess guess : path.guesses()) {
        if (guess.step() == i) {
          prose(
              WITHIN_FIELD + "    ",
              Prose.of("guess: " + guess.text(), Look.FAINT),
              WITHIN_FIELD + "    ");
        }
      }
    }
  }

  private void code(Code code) throws IOException {
    emptyLine();
    line(style.faint(Printable.of(code.caption())));
    for (int i = 0; i < code.lines().size(); i++) {
      boolean isMarked = code.first() + i == code.marked();
      String text = Printable.of(code.lines().get(i).replace("\t", "    "));
      line(
          String.format(Locale.ROOT, "%s%5d  ", isMarked ? "> " : "  ", code.first() + i)
              + (isMarked ? style.bold(text) : text));
    }
  }

  private void entries(Entries entries) throws IOException {
    for (Group group : entries.groups()) {
      if (!group.isOnPageOnly() && !group.entries().isEmpty()) {
        group(group);
      }
    }
  }

  private void group(Group group) throws IOException {
    if (!group.heads().isEmpty()) {
      emptyLine();
      line(style.bold(row("#", group.title(), group.heads())));
    } else if (!group.title().isEmpty()) {
      heading(group.title());
    }
    int size = group.entries().size();
    int shown = shown(size, group.most());
    for (int i = 0; i < shown; i++) {
      Entry entry = group.entries().get(i);
      title(entry, group, i + 1);
      if (style.verbose() || i < group.explained()) {
        for (Block block : entry.blocks()) {
          block(block, WITHIN_ENTRY);
        }
      }
    }
    if (shown < size) {
      rest(WITHIN_ENTRY, size - shown);
    } else if (group.explained() > 0 && group.explained() < shown && !style.verbose()) {
      line(WITHIN_ENTRY + "(--verbose explains those after number " + group.explained() + ", too)");
    }
  }

  private void title(Entry entry, Group group, int rank) throws IOException {
    if (!group.heads().isEmpty()) {
      List<String> figures =
          entry.figures().stream().map(Figure::value).limit(group.heads().size()).toList();
      line(style.bold(row(Integer.toString(rank), entry.title().text(), figures)));
      return;
    }
    String first =
        group.isRanked()
            ? String.format(Locale.ROOT, "%3d  ", rank)
            : group.explained() == 0 ? WITHIN_ENTRY : NEXT;
    prose(first, fitting(entry.title(), style.columns() - first.length()), WITHIN_ENTRY);
  }

  /** A name that is too long for its line gives way, so that what is beside it stays. */
  private static Prose fitting(Prose title, int columns) {
    int tooMany = title.text().length() - columns;
    if (tooMany <= 0 || title.spans().stream().noneMatch(TextRenderer::isWord)) {
      return title;
    }
    return new Prose(
        title.spans().stream()
            .map(
                span ->
                    isWord(span)
                        ? new Prose.Span(
                            Wrapping.keepingEnd(
                                span.text(), Math.max(1, span.text().length() - tooMany)),
                            span.look(),
                            span.target())
                        : span)
            .toList());
  }

  private static boolean isWord(Prose.Span span) {
    return span.look() == Look.NAME && !span.text().contains(" ");
  }

  /** A name with figures in columns; one that is too long has a line of its own. */
  private String row(String rank, String what, List<String> figures) {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < figures.size(); i++) {
      columns.append(String.format(Locale.ROOT, i == 0 ? " %7s" : " %9s", figures.get(i)));
    }
    int width = Math.min(style.columns(), WIDEST) - WITHIN_ENTRY.length() - columns.length();
    String name = Printable.of(what);
    return name.length() <= width
        ? String.format(Locale.ROOT, "%3s  %-" + width + "s", rank, name) + columns
        : String.format(Locale.ROOT, "%3s  %s%n", rank, name)
            + " ".repeat(WITHIN_ENTRY.length() + width)
            + columns;
  }

  private void coverage(Coverage coverage) throws IOException {
    if (coverage.isEmpty()) {
      return;
    }
    emptyLine();
    for (String note : coverage.notes()) {
      prose("", Prose.of("Note: " + note, Look.FAINT), NEXT);
    }
    List<Gap> listed = style.verbose() ? coverage.gaps() : coverage.notSaid();
    for (Gap gap : Gap.bounded(listed)) {
      prose("", Prose.of(Coverage.sentence(gap)), NEXT);
    }
    if (!style.verbose() && coverage.unreadable().isPresent()) {
      prose("", Prose.of(coverage.unreadable().get() + ": " + coverage.named() + "."), NEXT);
    }
  }

  private void emptyLine() throws IOException {
    if (hasBegun) {
      out.write("\n");
    }
  }

  private void line(String text) throws IOException {
    hasBegun = true;
    out.write(text.stripTrailing() + "\n");
  }

  private void prose(String first, Prose prose, String later) throws IOException {
    String wrapped = Wrapping.wrap(prose.text(), style.columns(), first, later);
    hasBegun = true;
    out.write((style.color() ? colored(wrapped, prose, first, later) : wrapped) + "\n");
  }

  /** Wrapping only replaces spaces, by line breaks and what later lines begin with. */
  private String colored(String wrapped, Prose prose, String first, String later) {
    StringBuilder colored = new StringBuilder(first);
    int at = Math.min(first.length(), wrapped.length());
    for (Prose.Span span : prose.spans()) {
      StringBuilder part = new StringBuilder();
      for (char c : span.text().toCharArray()) {
        while (at < wrapped.length() && wrapped.charAt(at) == '\n') {
          part.append('\n').append(later);
          at = Math.min(wrapped.length(), at + 1 + later.length());
        }
        if (at < wrapped.length() && wrapped.charAt(at) == c) {
          part.append(c);
          at++;
        }
      }
      colored.append(styled(part.toString(), span.look()));
    }
    return colored.toString();
  }

  private String styled(String text, Look look) {
    return switch (look) {
      case NAME, STRONG -> style.bold(text);
      case FAINT -> style.faint(text);
      case PLAIN, CODE, GOOD, DOUBT, BAD, CALM -> text;
    };
  }
}
