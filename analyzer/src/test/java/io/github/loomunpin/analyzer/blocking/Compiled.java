// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** A source file, compiled and judged. */
final class Compiled {

  /** A method that blocks, for sources to have. */
  static final String SLOW = "static void slow() { LockSupport.park(); } ";

  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
  private static final StandardJavaFileManager FILES =
      JAVAC.getStandardFileManager(null, null, null);
  private static final List<String> OPTIONS =
      List.of("-source", "21", "-target", "21", "-Xlint:-options", "-proc:none", "-g");

  private final ScanResult result;

  private Compiled(ScanResult result) {
    this.result = result;
  }

  /**
   * @param source classes without a package; {@code main} in {@code App} is what uses them
   */
  static Compiled of(Path folder, String source) throws IOException {
    return of(folder, source, 21);
  }

  /**
   * One class, {@code App}, which has a method {@code slow} that blocks.
   *
   * @param members the others
   */
  static Compiled app(Path folder, String members) throws IOException {
    return of(folder, "class App { " + SLOW + members + " }");
  }

  static Compiled of(Path folder, String source, int release) throws IOException {
    String imports =
        "import java.io.*; import java.lang.reflect.*; import java.util.*;"
            + " import java.util.function.*;"
            + " import java.util.concurrent.*; import java.util.concurrent.locks.*;";
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///App.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return imports + source;
          }
        };
    boolean done;
    // One file manager reads the classes of the JDK once.
    synchronized (FILES) {
      FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      done = JAVAC.getTask(null, FILES, null, OPTIONS, null, List.of(file)).call();
    }
    if (!done) {
      throw new IOException("does not compile: " + source);
    }
    return new Compiled(
        new LibraryScanner(ReadOptions.DEFAULT.withRelease(release))
            .scan(List.of(folder.toString())));
  }

  ScanResult result() {
    return result;
  }

  MonitorSite site(String method) {
    return sites(method).get(0);
  }

  List<MonitorSite> sites(String method) {
    return result.libraries().stream()
        .flatMap(library -> library.sites().stream())
        .flatMap(type -> type.sites().stream())
        .filter(site -> site.method().equals(method) && site.kind().enters())
        .toList();
  }

  Verdict verdict(String method) {
    return result.verdicts().of(site(method)).orElseThrow();
  }

  Grade grade(String method) {
    return verdict(method).grade();
  }

  /** Class and method of each step of the shortest path. */
  List<String> path(String method) {
    Optional<BlockingPath> path = verdict(method).path();
    return path.map(found -> found.steps().stream().map(Compiled::text).toList()).orElse(List.of());
  }

  List<Guess.Why> guesses(String method) {
    return verdict(method).path().orElseThrow().guesses().stream().map(Guess::why).toList();
  }

  private static String text(Step step) {
    return step.owner().substring(step.owner().lastIndexOf('/') + 1) + "." + step.method();
  }
}
