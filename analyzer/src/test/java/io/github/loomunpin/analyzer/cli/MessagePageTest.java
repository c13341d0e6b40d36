// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The page of messages has what the agent and the analyzer print, and nothing else. Any text of two
 * words or more in their code counts as a message, unless {@code elsewhere.txt} has it: nobody who
 * adds a message has to think of this test. It reads sources, because the class files of other
 * modules may be older.
 */
class MessagePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve(Path.of("docs", "messages.md"));
  private static final Path ELSEWHERE = Path.of("src/test/resources/messages/elsewhere.txt");
  private static final String SOURCES = "src/main/java/io/github/loomunpin";

  private static final List<String> PRINTING = List.of("agent", "rules", "analyzer");

  /** Modules with messages of which the page has some. */
  private static final List<String> EXPLAINED_ELSEWHERE =
      List.of("integrations/junit", "integrations/maven-plugin");

  /** Calls that take no message, or one that ends in {@code --help explains}, as the page says. */
  private static final Set<String> OTHER_CALLS =
      Set.of("notes.add", "usage", "ParameterException", "TypeConversionException");

  private static final Pattern THREAD_NAME = Pattern.compile("loom-unpin [a-z-]+");

  /** How many words of a message the page must have; it may cut off the rest. */
  private static final int WORDS = 8;

  private static final Pattern PHRASE = Pattern.compile("[A-Za-z]{2,} [a-z]{2,}");
  private static final Pattern FORMAT = Pattern.compile("%[-,.0-9]*[a-z]");
  private static final Pattern ENDS = Pattern.compile("^[\\s;:,.()'\"#]+|[\\s;:,.()'\"#]+$");
  private static final Pattern PREFIX = Pattern.compile("^(\\[loom-unpin] |analyzer: )");

  /** A message on the page is code at the end of a line that the next one continues. */
  private static final Pattern HEAD = Pattern.compile("`([^`]+)`\\\\\n");

  private static final Pattern SAID_BY_SCRIPT = Pattern.compile("\\bsay \"([^\"]+)\"");

  private static List<String> heads;
  private static List<String> filesElsewhere;
  private static Set<String> textsElsewhere;
  private static List<Text> texts;

  /**
   * A text in the code.
   *
   * @param place the file, below the package of all, and the line
   * @param mayBePrinted whether it is a message as far as the code around it tells
   */
  private record Text(String place, String words, boolean mayBePrinted) {

    boolean isOf(String prefix) {
      return place.startsWith(prefix);
    }
  }

  @BeforeAll
  static void read() throws IOException {
    heads =
        HEAD.matcher(Files.readString(PAGE))
            .results()
            .map(found -> found.group(1).replaceAll("\\s+", " "))
            .toList();
    filesElsewhere = elsewhere("file ");
    textsElsewhere = Set.copyOf(elsewhere("text "));
    texts = new ArrayList<>();
    for (String module : PRINTING) {
      read(module, true);
    }
    for (String module : EXPLAINED_ELSEWHERE) {
      read(module, false);
    }
    String script = Files.readString(ROOT.resolve(Path.of("bin", "analyzer")));
    SAID_BY_SCRIPT
        .matcher(script)
        .results()
        .map(found -> found.group(1).replaceAll("\\$\\w+", "…"))
        .flatMap(line -> Stream.of(line.split("…")))
        .forEach(part -> add("bin/analyzer", part, true));
  }

  private static List<String> elsewhere(String kind) throws IOException {
    try (Stream<String> lines = Files.lines(ELSEWHERE)) {
      return lines
          .filter(line -> line.startsWith(kind))
          .map(line -> line.substring(kind.length()))
          .toList();
    }
  }

  private static void read(String module, boolean isPrinting) throws IOException {
    Path folder = ROOT.resolve(module).resolve(SOURCES);
    JavaParser parser =
        new JavaParser(
            new ParserConfiguration()
                .setLanguageLevel(LanguageLevel.RAW)
                .setAttributeComments(false));
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      CompilationUnit unit = parser.parse(file).getResult().orElseThrow();
      String name = folder.relativize(file).toString().replace('\\', '/');
      unit.findAll(Expression.class).stream()
          .filter(MessagePageTest::isOutermost)
          .forEach(text -> addTexts(text, name, isPrinting));
    }
  }

  private static boolean isText(Node node) {
    return node instanceof StringLiteralExpr || node instanceof TextBlockLiteralExpr;
  }

  private static boolean isSum(Node node) {
    return node instanceof BinaryExpr sum && sum.getOperator() == BinaryExpr.Operator.PLUS;
  }

  /** Whether it is a text, or a sum that may have some, and no part of such a sum. */
  private static boolean isOutermost(Expression expression) {
    return (isText(expression) || isSum(expression))
        && !isSum(expression.getParentNode().orElseThrow());
  }

  /** Texts that follow each other in a sum are one. */
  private static void addTexts(Expression expression, String file, boolean isPrinting) {
    List<Expression> operands = new ArrayList<>();
    addOperands(expression, operands);
    boolean mayBePrinted = isPrinting && mayBePrinted(expression);
    StringBuilder text = new StringBuilder();
    int line = 0;
    for (Expression operand : operands) {
      if (isText(operand)) {
        line = text.isEmpty() ? operand.getBegin().orElseThrow().line : line;
        text.append(valueOf(operand));
      } else {
        add(file + ":" + line, text.toString(), mayBePrinted);
        text.setLength(0);
      }
    }
    add(file + ":" + line, text.toString(), mayBePrinted);
  }

  private static void addOperands(Expression expression, List<Expression> operands) {
    if (expression instanceof BinaryExpr sum && isSum(sum)) {
      addOperands(sum.getLeft(), operands);
      addOperands(sum.getRight(), operands);
    } else {
      operands.add(expression);
    }
  }

  private static String valueOf(Expression text) {
    return text instanceof StringLiteralExpr literal
        ? literal.asString()
        : ((LiteralStringValueExpr) text).getValue();
  }

  private static boolean mayBePrinted(Expression text) {
    for (Node node = text; node != null; node = node.getParentNode().orElse(null)) {
      if (node instanceof AnnotationExpr || OTHER_CALLS.contains(nameOfCall(node))) {
        return false;
      }
    }
    return true;
  }

  private static String nameOfCall(Node node) {
    if (node instanceof ObjectCreationExpr made) {
      return made.getType().getNameAsString();
    }
    return node instanceof MethodCallExpr call
        ? call.getNameAsString().equals("add")
            ? call.getScope().map(Node::toString).orElse("") + ".add"
            : call.getNameAsString()
        : "";
  }

  private static void add(String place, String text, boolean mayBePrinted) {
    String line = FORMAT.matcher(text).replaceAll("…").replaceAll("\\s+", " ");
    String words = trimmed(PREFIX.matcher(line).replaceFirst(""));
    if (PHRASE.matcher(words).find() && !THREAD_NAME.matcher(words).matches()) {
      texts.add(new Text(place, words, mayBePrinted && !textsElsewhere.contains(words)));
    }
  }

  private static String trimmed(String text) {
    return ENDS.matcher(text).replaceAll("");
  }

  private static boolean isMessage(Text text) {
    return text.mayBePrinted() && filesElsewhere.stream().noneMatch(text::isOf);
  }

  /** The words with which a message begins. */
  private static String beginning(String words) {
    return Stream.of(words.split(" ")).limit(WORDS).collect(Collectors.joining(" "));
  }

  @Test
  void the_page_has_every_message() {
    Map<String, String> missing = new TreeMap<>();
    for (Text text : texts) {
      String beginning = beginning(text.words());
      if (isMessage(text) && heads.stream().noneMatch(head -> head.contains(beginning))) {
        missing.put(text.place(), text.words());
      }
    }

    assertThat(missing)
        .as("messages that docs/messages.md lacks: say there what to do, or add to elsewhere.txt")
        .isEmpty();
  }

  @Test
  void the_page_has_nothing_else() {
    List<String> known =
        texts.stream()
            .map(Text::words)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    Set<String> unknown = new TreeSet<>();
    for (String head : heads) {
      for (String part : head.split("…")) {
        String rest = trimmed(part);
        if (isPart(rest, known)) {
          continue;
        }
        for (String words : known) {
          rest = rest.replace(words, "…");
        }
        if (PHRASE.matcher(rest).find()) {
          unknown.add(head + " (" + rest + ")");
        }
      }
    }

    assertThat(unknown).as("lines of docs/messages.md that nothing prints").isEmpty();
  }

  private static boolean isPart(String rest, List<String> known) {
    return known.stream().anyMatch(words -> words.contains(rest));
  }

  @Test
  void no_line_is_on_the_page_twice() {
    assertThat(heads).doesNotHaveDuplicates();
  }

  @Test
  void what_needs_no_line_exists() {
    Set<String> all = texts.stream().map(Text::words).collect(Collectors.toSet());

    assertThat(all).containsAll(textsElsewhere);
    assertThat(filesElsewhere).allMatch(file -> texts.stream().anyMatch(text -> text.isOf(file)));
  }
}
