// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a method that a compiler made.
 *
 * @param stable the name without the number that the compiler gave it
 * @param method the method of the source that it belongs to, {@code <init>} and {@code <clinit>}
 *     for those without a name; empty if the name does not say
 */
public record CompilerName(Kind kind, String stable, String method) {

  /** What the method is for. */
  public enum Kind {
    /** The body of a lambda. */
    LAMBDA,
    /** Reaches a private member for another class of the source. */
    ACCESSOR,
    /** Fills in the default arguments of a Kotlin function. */
    DEFAULTS
  }

  private static final String ACCESSOR = "access$";
  private static final String DEFAULTS = "$default";
  private static final String LAMBDA_OF_KOTLINC = "$lambda";

  /** With a hash if the lambda is serializable. */
  private static final Pattern OF_JAVAC =
      Pattern.compile("(lambda\\$(.+?))(?:\\$[0-9a-f]+)?\\$\\d+");

  private static final Pattern OF_SCALAC =
      Pattern.compile("(\\$anonfun(?:\\$(.+?))?)\\$\\d+(?:\\$adapted)?");

  /** Empty for a method that the source names. */
  public static Optional<CompilerName> of(String method) {
    if (method.indexOf('$') < 0) {
      return Optional.empty();
    }
    if (method.startsWith(ACCESSOR)) {
      return Optional.of(new CompilerName(Kind.ACCESSOR, method, ""));
    }
    if (method.endsWith(DEFAULTS)) {
      String filled = method.substring(0, method.length() - DEFAULTS.length());
      return Optional.of(new CompilerName(Kind.DEFAULTS, method, filled));
    }
    return lambda(OF_JAVAC, method)
        .or(() -> lambdaOfKotlinc(method))
        .or(() -> lambda(OF_SCALAC, method));
  }

  private static Optional<CompilerName> lambda(Pattern pattern, String method) {
    Matcher matcher = pattern.matcher(method);
    return matcher.matches()
        ? Optional.of(new CompilerName(Kind.LAMBDA, matcher.group(1), inSource(matcher.group(2))))
        : Optional.empty();
  }

  /** Such as {@code run$lambda$4}, and {@code run$lambda-4} before Kotlin 2. */
  private static Optional<CompilerName> lambdaOfKotlinc(String method) {
    int mark = method.indexOf(LAMBDA_OF_KOTLINC);
    int number = method.length();
    while (number > 0 && Character.isDigit(method.charAt(number - 1))) {
      number--;
    }
    int separator = number - 1;
    boolean isLambda =
        mark > 0
            && number < method.length()
            && separator >= mark + LAMBDA_OF_KOTLINC.length()
            && "$-".indexOf(method.charAt(separator)) >= 0;
    return isLambda
        ? Optional.of(
            new CompilerName(
                Kind.LAMBDA, method.substring(0, separator), method.substring(0, mark)))
        : Optional.empty();
  }

  private static String inSource(String named) {
    return switch (named) {
      // A lambda in a lambda, by javac 8.
      case null -> "";
      case "null" -> "";
      case "new", "_init_" -> "<init>";
      case "static", "_clinit_" -> "<clinit>";
      default -> named;
    };
  }
}
