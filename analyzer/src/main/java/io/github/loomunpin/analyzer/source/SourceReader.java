// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Problem;
import com.github.javaparser.ast.CompilationUnit;
import io.github.loomunpin.rules.site.ClassSites;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the sites of Java source files as {@link io.github.loomunpin.rules.site.SiteScanner} reads
 * those of class files, as far as one file tells:
 *
 * <ol>
 *   <li>classes have javac's names, also anonymous and local ones, and code in a lambda belongs to
 *       the method that javac makes of it;
 *   <li>there are no bytecode indexes and no regions, and the line of a synchronized method is that
 *       of its name;
 *   <li>a type whose package cannot be told stands in descriptors without one, and the type of an
 *       operand that cannot be told is {@code ?};
 *   <li>what happens to a monitor is left open, because class files decide that.
 * </ol>
 *
 * Safe for any thread.
 */
public final class SourceReader {

  /** Much larger files take more memory to parse than a scan should need. */
  public static final int MOST_BYTES = 8 << 20;

  /** A file is parsed once more for each. */
  private static final int MOST_LOCAL_ENUMS = 50;

  private static final int SHOWN_OF_PROBLEM = 100;
  private static final String TOO_DEEP = "nested too deeply to be read";

  private static final Pattern WORTH_PARSING =
      Pattern.compile("synchronized\\b|\\b(?:wait|notify|notifyAll|holdsLock|timedWait)\\s*\\(");

  private final Set<String> topLevelTypes;

  /**
   * @param topLevelTypes internal names of the classes that the other files of the same sources are
   *     named after
   */
  public SourceReader(Set<String> topLevelTypes) {
    this.topLevelTypes = Set.copyOf(topLevelTypes);
  }

  /** Whether a file may have sites; a cheap look before {@link #read}. */
  public static boolean mayHaveSites(String text) {
    return WORTH_PARSING.matcher(text).find();
  }

  /**
   * The classes of a file that have sites, by name.
   *
   * @param fileName without folders
   * @throws UnreadableSourceException if the file does not parse
   */
  public List<ClassSites> read(String fileName, String text) throws UnreadableSourceException {
    CompilationUnit unit = parse(text);
    try {
      return SiteCollector.collect(
          unit, new JavacNames(unit), new SourceTypes(unit, topLevelTypes), fileName);
    } catch (StackOverflowError e) {
      throw new UnreadableSourceException(TOO_DEEP);
    }
  }

  static CompilationUnit parse(String text) throws UnreadableSourceException {
    // Without a level nothing is refused that some version of Java allows, such as a variable named
    // enum; and a release later than the newest level is read as far as it parses.
    ParserConfiguration configuration =
        new ParserConfiguration().setLanguageLevel(LanguageLevel.RAW).setAttributeComments(false);
    try {
      ParseResult<CompilationUnit> parsed = new JavaParser(configuration).parse(text);
      Optional<String> readable = readable(text, parsed);
      for (int i = 0; readable.isPresent() && i < MOST_LOCAL_ENUMS; i++) {
        parsed = new JavaParser(configuration).parse(readable.get());
        readable = readable(readable.get(), parsed);
      }
      if (parsed.isSuccessful() && parsed.getResult().isPresent()) {
        return parsed.getResult().get();
      }
      throw new UnreadableSourceException(
          parsed.getProblems().stream()
              .findFirst()
              .map(SourceReader::describe)
              .orElse("does not parse"));
    } catch (StackOverflowError e) {
      throw new UnreadableSourceException(TOO_DEEP);
    }
  }

  private static Optional<String> readable(String text, ParseResult<CompilationUnit> parsed) {
    return parsed.getProblems().stream()
        .findFirst()
        .flatMap(problem -> LocalEnums.wrapped(text, problem));
  }

  private static String describe(Problem problem) {
    String where =
        problem
            .getLocation()
            .flatMap(location -> location.getBegin().getRange())
            .map(range -> "line " + range.begin.line + " does not parse")
            .orElse("does not parse");
    String why = problem.getMessage().lines().findFirst().orElse("").strip();
    String shown = why.length() > SHOWN_OF_PROBLEM ? why.substring(0, SHOWN_OF_PROBLEM) : why;
    return where + " (" + shown + ")";
  }
}
