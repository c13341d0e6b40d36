// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.scan.CompilerName;
import io.github.loomunpin.analyzer.scan.CompilerName.Kind;
import io.github.loomunpin.support.text.Printable;
import java.util.Optional;

/** What the method of a step is called: in the source, and by the JVM. */
public final class StepName {

  private static final String LAMBDA = "lambda in ";

  private StepName() {}

  /** Whether a compiler made the method only to reach another. */
  static boolean isAccessor(Step step) {
    return CompilerName.of(step.method()).filter(name -> name.kind() == Kind.ACCESSOR).isPresent();
  }

  /** As the source names it, without the package: {@code lambda in Client.send}. */
  static String shortest(Step step) {
    String type = PathText.simple(step.owner());
    Optional<CompilerName> name = CompilerName.of(step.method());
    if (name.isEmpty() || name.get().kind() == Kind.ACCESSOR) {
      return type + "." + withoutModule(step);
    }
    String method = name.get().method().isEmpty() ? type : type + "." + name.get().method();
    return name.get().kind() == Kind.LAMBDA ? LAMBDA + method : method;
  }

  /** The method alone, as the source names it. */
  public static String method(Step step) {
    Optional<CompilerName> name = CompilerName.of(step.method());
    if (name.isEmpty() || name.get().kind() == Kind.ACCESSOR) {
      return Printable.of(withoutModule(step));
    }
    boolean isLambda = name.get().kind() == Kind.LAMBDA;
    return Printable.of(
        isLambda && name.get().method().isEmpty()
            ? "a lambda"
            : (isLambda ? LAMBDA : "") + name.get().method());
  }

  /** As the JVM names it, and stack traces do. */
  static String qualified(Step step) {
    return JavaNames.of(step.owner()) + "." + step.method();
  }

  /** What the JVM's name means, if a compiler made it. */
  private static Optional<String> explained(Step step) {
    return CompilerName.of(step.method())
        .map(
            name ->
                switch (name.kind()) {
                  case LAMBDA -> lambda(name.method());
                  case ACCESSOR -> "made by the compiler, to reach a private member";
                  case DEFAULTS -> "made by the compiler, for default arguments";
                });
  }

  /**
   * What stands behind a step of a path: what a compiler made of the source, where the name alone
   * does not say it to everybody, and the library where it is another than the site's.
   */
  public static String remarks(Step step, Library own) {
    boolean isElsewhere = !step.library().jdk() && !step.library().path().equals(own.path());
    return explained(step).map(words -> "  " + words).orElse("")
        + (isElsewhere ? "  in " + step.library().nameAndVersion() : "");
  }

  private static String lambda(String method) {
    return switch (method) {
      case "" -> "a lambda";
      case "<init>" -> "a lambda in a constructor or an initializer";
      case "<clinit>" -> "a lambda in a static initializer";
      default -> "a lambda in " + method;
    };
  }

  /** Kotlin adds the module to the name of what is internal to it. */
  private static String withoutModule(Step step) {
    int dollar = step.method().indexOf('$');
    return dollar > 0 && step.sourceFile().endsWith(".kt")
        ? step.method().substring(0, dollar)
        : step.method();
  }
}
