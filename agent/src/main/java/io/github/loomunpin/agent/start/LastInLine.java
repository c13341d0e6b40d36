// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.install.JdkAccess;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Puts the agent behind all others of the command line. The JVM asks agents in the order in which
 * they are named there, first those that do not retransform, as this one, AspectJ's and JaCoCo's.
 * Whoever comes behind this agent sees class files that are rewritten: no synchronized flags, and
 * other checksums than those of the jars. The JDK can load an agent once more, for a jar that is an
 * agent and an application ({@code Launcher-Agent-Class}), and what it has loaded last comes last.
 */
final class LastInLine {

  private LastInLine() {}

  /** The second {@code Instrumentation}; the first where this JVM gives no second. */
  static Instrumentation of(Instrumentation first, Outcome outcome) {
    try {
      Optional<File> jar = OwnFiles.jarOf(LastInLine.class);
      if (jar.isPresent()) {
        load(first, jar.get().getPath());
        Instrumentation second = second();
        if (second != null) {
          return second;
        }
      }
      outcome.warn("agents that are named behind this one see rewritten classes");
    } catch (ReflectiveOperationException | IOException | LinkageError | RuntimeException e) {
      outcome.warn("agents that are named behind this one see rewritten classes: " + e);
    }
    return first;
  }

  @SuppressWarnings("unchecked")
  private static void load(Instrumentation first, String jar)
      throws ReflectiveOperationException, IOException {
    Object loading =
        JdkAccess.open(
            first.getClass().getModule(),
            Set.of(first.getClass().getPackageName()),
            Loading.class,
            first);
    ((Consumer<String>) loading).accept(jar);
  }

  private static Instrumentation second() throws ReflectiveOperationException {
    return (Instrumentation)
        Class.forName(SecondMain.class.getName(), true, ClassLoader.getSystemClassLoader())
            .getMethod("take")
            .invoke(null);
  }

  /** Has the JDK load an agent's jar; may use what is internal to {@code java.instrument}. */
  public static final class Loading implements Consumer<String> {

    /** For {@link JdkAccess}. */
    public Loading() {}

    @Override
    public void accept(String jar) {
      try {
        Class.forName("sun.instrument.InstrumentationImpl")
            .getMethod("loadAgent", String.class)
            .invoke(null, jar);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
