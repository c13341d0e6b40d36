// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Library;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A part of a report. Each renderer knows all kinds and decides what its format has room for. */
public sealed interface Block {

  /** A limit for lists that are shown in full. */
  int ALL = Integer.MAX_VALUE;

  /** The start of a part. */
  record Heading(String text) implements Block {}

  /** A paragraph. */
  record Sentence(Prose text) implements Block {

    public Sentence(String text) {
      this(Prose.of(text));
    }
  }

  /** A sentence that a terminal has room for only with {@code --verbose}. */
  record Detail(Prose text) implements Block {}

  /** A sentence that makes what follows doubtful. */
  record Caveat(String text) implements Block {}

  /** The answer in one sentence. */
  record Conclusion(String text, Prose.Look look) implements Block {}

  /**
   * Short statements of one kind.
   *
   * @param most as many are shown where room is short
   */
  record Bullets(List<Prose> items, int most) implements Block {}

  /** Facts with names. A field without a name goes on with the one above it. */
  record Fields(List<Field> fields) implements Block {

    /** A fact. */
    public record Field(String name, Prose text) {}
  }

  /**
   * Rows of figures.
   *
   * @param most as many rows are shown where room is short; the sum is always shown
   * @param rest the rows that are not shown, as {@code libraries with fewer}
   */
  record Table(List<Column> columns, List<Row> rows, int most, String rest) implements Block {

    boolean hasHeads() {
      return columns.stream().anyMatch(column -> !column.head().isEmpty());
    }

    long longestBar() {
      return rows.stream().mapToLong(Row::barSize).max().orElse(0);
    }

    static long percent(long part, long whole) {
      return Math.round(100.0 * part / Math.max(1, whole));
    }

    /** What a column holds. */
    public enum Kind {
      /** The first column: its names lose their start in a narrow terminal. */
      NAME,
      NUMBER,
      /** A number that a terminal leaves out. */
      SPARE_NUMBER,
      /** The last column: its words are wrapped in a narrow terminal. */
      WORDS;

      String css() {
        return this == NUMBER || this == SPARE_NUMBER ? "number" : "words";
      }
    }

    /** A column; a table whose columns have no heads has no line of heads. */
    public record Column(String head, Kind kind) {}

    /** A stretch of a bar that a page draws beside a row. */
    public record Stretch(Prose.Look look, long size) {}

    /**
     * A row.
     *
     * @param filter the key by which its name filters the entries of the page; empty if it does not
     * @param bar its stretches; empty if none is drawn
     */
    public record Row(List<Prose> cells, boolean isSum, String filter, List<Stretch> bar) {

      public Row(List<Prose> cells) {
        this(cells, false, "", List.of());
      }

      long barSize() {
        return bar.stream().mapToLong(Stretch::size).sum();
      }
    }
  }

  /**
   * The stack of a thread.
   *
   * @param holders depths of the frames that hold monitors
   * @param waiting depth of the frame that waits to enter a monitor, or to be notified; -1 if none
   */
  record StackTrace(Stack stack, List<Integer> holders, int waiting) implements Block {

    public StackTrace(Stack stack, List<Integer> holders) {
      this(stack, holders, -1);
    }

    boolean isMarked(int depth) {
      return depth >= 0 && (depth == waiting || holders.contains(depth));
    }

    /** Depths of the frames that matter. */
    List<Integer> marked() {
      return IntStream.range(0, stack.frames().size()).filter(this::isMarked).boxed().toList();
    }

    String css(int depth) {
      boolean isOfJdk = stack.frames().get(depth).jdk();
      return holders.contains(depth)
          ? "held"
          : depth == waiting ? "waiting" : isOfJdk ? "jdk" : "app";
    }
  }

  /**
   * Calls from a monitor to what blocks.
   *
   * @param lead what stands before the path in one line
   * @param lines as many a terminal has for it
   * @param from the library of the site, where every step has a line; empty where the path is one
   */
  record CallPath(BlockingPath path, String lead, int lines, Optional<Library> from)
      implements Block {}

  /**
   * Lines of source code.
   *
   * @param first the number of the first line
   * @param marked the number of the line that matters
   */
  record Code(String caption, List<String> lines, int first, int marked) implements Block {}

  /**
   * Lists of things that are explained one by one. A page shows them as one list, with an address
   * for each and with controls.
   *
   * @param id of the list on the page
   */
  record Entries(String id, String heading, List<Group> groups, Optional<Controls> controls)
      implements Block {

    boolean isEmpty() {
      return groups.stream().allMatch(group -> group.entries().isEmpty());
    }

    /**
     * Entries of one kind.
     *
     * @param mark what a page says of each entry instead of the title
     * @param heads of the figures; empty if a terminal shows none
     * @param isRanked whether a terminal numbers the entries
     * @param most as many are shown where room is short
     * @param explained as many have their blocks in a terminal; the others are one line each
     * @param isOnPageOnly whether only a page has room for the group
     */
    public record Group(
        String title,
        Prose mark,
        List<String> heads,
        boolean isRanked,
        List<Entry> entries,
        int most,
        int explained,
        boolean isOnPageOnly) {

      /** A group without figures, whose entries all have their blocks. */
      public static Group of(String title, boolean isRanked, List<Entry> entries, int most) {
        return new Group(title, Prose.NONE, List.of(), isRanked, entries, most, ALL, false);
      }
    }

    /**
     * One of the entries.
     *
     * @param id its address on the page, which no other entry has
     * @param share percent of all that it is of; -1 if it is not part of anything
     * @param data what a page sorts and filters by
     */
    public record Entry(
        String id,
        Prose title,
        List<Figure> figures,
        int share,
        Map<String, String> data,
        List<Block> blocks) {

      /** Nothing for what the page does not sort or filter by. */
      String data(String key) {
        return data.get(key);
      }

      String figureWords() {
        return figures.stream().map(Figure::words).collect(Collectors.joining(" · "));
      }
    }

    /**
     * A figure of an entry.
     *
     * @param value below the head of a column
     * @param words where there are no columns
     */
    public record Figure(String value, String words) {}

    /** How a page sorts and filters. The first order is the one that the entries stand in. */
    public record Controls(
        String search, List<Filter> filters, List<Choice> orders, String boxKey, List<Box> boxes) {

      /** A choice among values of one key. */
      public record Filter(String key, String label, String all, List<Choice> choices) {}

      /** One of several. */
      public record Choice(String value, String text) {}

      /** A value of the key that boxes filter by. */
      public record Box(String value, String text, boolean isChecked) {}
    }
  }

  /** What a report assumes and what it does not cover: its last block. */
  record Coverage(List<String> notes, List<Gap> gaps) implements Block {

    private static final int NAMED = 3;

    boolean isEmpty() {
      return notes.isEmpty() && gaps.isEmpty();
    }

    List<Gap> notSaid() {
      return gaps.stream().filter(gap -> !gap.isUnreadable()).toList();
    }

    /** One clause for all inputs that could not be read; empty if there are none. */
    Optional<String> unreadable() {
      long count = gaps.stream().filter(Gap::isUnreadable).count();
      return count == 0
          ? Optional.empty()
          : Optional.of(
              "Incomplete: "
                  + Counted.of(count, "input", "inputs")
                  + " could not be read in whole or in part");
    }

    /** The first of these inputs. */
    String named() {
      List<Gap> unreadable = gaps.stream().filter(Gap::isUnreadable).toList();
      int more = unreadable.size() - NAMED;
      return unreadable.stream().limit(NAMED).map(Gap::where).collect(Collectors.joining(", "))
          + (more > 0 ? " and " + more + " more" : "");
    }

    /** A gap with its reason. */
    public static String sentence(Gap gap) {
      return (gap.isUnreadable() ? "Incomplete: " : "Not covered: ") + gap;
    }
  }

  /** What only a page has room for. A sentence or a table beside it says the same in short. */
  sealed interface OnPage extends Block {

    /** The figures that matter most, in large type. */
    record KeyFigures(List<KeyFigure> figures) implements OnPage {

      /** A number and what it counts. */
      public record KeyFigure(String value, String label) {

        public KeyFigure(long value, String label) {
          this(Long.toString(value), label);
        }
      }
    }

    /** A square for each carrier. */
    record CarrierSquares(int kept, int taken, int free, String words) implements OnPage {}

    /** A chart of how many carriers were blocked over time. */
    record CarrierChart(String source, CarrierUse use) implements OnPage {}

    /** Text that a reader unfolds. */
    record Unfolding(String summary, String text) implements OnPage {}

    /** An aside. */
    record Remark(String text) implements OnPage {}
  }
}
