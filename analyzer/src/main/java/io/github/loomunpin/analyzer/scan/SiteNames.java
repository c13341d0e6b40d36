// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * Names of sites that stay the same when lines move and compilers count anew: without line numbers,
 * and without the numbers of anonymous classes, local classes, lambdas and accessors.
 */
public final class SiteNames {

  private static final Pattern NUMBER_IN_CLASS = Pattern.compile("\\$\\d+");

  /**
   * A method by which old class files reach what is private in another class of the same source.
   */
  private static final Pattern ACCESSOR = Pattern.compile("^access\\$\\d+");

  private SiteNames() {}

  /** Such as {@code org.acme.Cache$*#get(Object) synchronized (lock: Object)}. */
  public static String stable(MonitorSite site) {
    return stableClass(site.owner()) + "#" + stableMethod(site) + " " + construct(site);
  }

  /** The class as a binary name, {@code $*} where the compiler counted. */
  public static String stableClass(String internalName) {
    return NUMBER_IN_CLASS.matcher(internalName).replaceAll("\\$*").replace('/', '.');
  }

  /**
   * The method with its parameters' simple types, {@code get(Object)}; of a lambda without them,
   * because they are also what it captures.
   */
  public static String stableMethod(MonitorSite site) {
    return stableLambda(site.method())
        .orElseGet(() -> site.method() + parameters(site.descriptor()));
  }

  /** The method of a lambda without its number; empty for any other method. */
  static Optional<String> stableLambda(String method) {
    return CompilerName.of(method)
        .filter(name -> name.kind() == CompilerName.Kind.LAMBDA)
        .map(CompilerName::stable);
  }

  private static String parameters(String descriptor) {
    try {
      return descriptor.isEmpty()
          ? ""
          : Arrays.stream(Type.getArgumentTypes(descriptor))
              .map(type -> simple(type.getClassName()))
              .collect(Collectors.joining(",", "(", ")"));
    } catch (RuntimeException e) {
      // No JVM accepts such a descriptor; it is as good a name as any.
      return descriptor;
    }
  }

  /** What follows the last dot and the last dollar sign. */
  private static String simple(String className) {
    return className.substring(
        Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
  }

  /** What is locked, {@code lock: Object}, with {@code *} for the number of an accessor. */
  public static String stableOperand(MonitorSite site) {
    return ACCESSOR.matcher(site.operand().describe()).replaceFirst("access\\$*");
  }

  private static String construct(MonitorSite site) {
    String operand = stableOperand(site);
    return switch (site.kind()) {
      case SYNC_METHOD -> "synchronized method";
      case STATIC_SYNC_METHOD -> "static synchronized method";
      case BLOCK -> "synchronized (" + operand + ")";
      case WAIT -> "wait (" + operand + ")";
      case NOTIFY -> "notify (" + operand + ")";
      case NOTIFY_ALL -> "notifyAll (" + operand + ")";
      case HOLDS_LOCK -> "holdsLock (" + operand + ")";
      case TIMED_WAIT -> "timedWait (" + operand + ")";
    };
  }
}
