// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.io.IOException;
import java.io.Reader;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Properties;

/**
 * Entry point of {@code -javaagent:loom-unpin.jar}; {@code AgentOptions} describes its options. It
 * is compiled for old JVMs and refers to the rest by name only, so that they print one line instead
 * of throwing an UnsupportedClassVersionError.
 */
public final class PreMain {

  private static final int OLDEST_JDK = 21;

  private PreMain() {}

  /** Called by the JVM before the application's main method, on the main thread. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    int jdk = Runtime.version().feature();
    if (jdk < OLDEST_JDK) {
      System.err.println(
          "[loom-unpin] JDK " + jdk + " has no virtual threads to pin; nothing is rewritten");
      return;
    }
    try {
      Class<?> loader = Class.forName("io.github.loomunpin.agent.start.AgentLoader");
      Class<?> start = (Class<?>) loader.getMethod("start").invoke(null);
      start
          .getMethod("start", String.class, Instrumentation.class)
          .invoke(null, arguments, instrumentation);
    } catch (Throwable t) {
      // Thrown on, it would abort the VM.
      System.err.println("[loom-unpin] nothing is rewritten: " + describe(t));
      if (mayBeStrict(arguments) || mayBeStrict(environment())) {
        System.err.println("[loom-unpin] stopping the VM, because strict=true");
        Runtime.getRuntime().halt(1);
      }
    }
  }

  /**
   * Called when the agent is attached to a JVM that runs already; it can only detect then.
   *
   * @throws IllegalArgumentException without options, as where it is the {@code
   *     Launcher-Agent-Class} of a jar, which is to be rewritten: the JVM does not run the program
   *     then
   */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    if (Runtime.version().feature() < OLDEST_JDK) {
      System.err.println("[loom-unpin] this JDK has no virtual threads to pin; nothing is done");
      return;
    }
    if (arguments == null || arguments.isEmpty()) {
      throw new IllegalArgumentException(
          "[loom-unpin] nothing is done: attached to a JVM that runs, or named as"
              + " Launcher-Agent-Class, the agent is too late to rewrite classes, and mode=detect is"
              + " not asked for");
    }
    try {
      Class<?> loader = Class.forName("io.github.loomunpin.agent.start.AgentLoader");
      Class<?> start = (Class<?>) loader.getMethod("start").invoke(null);
      start
          .getMethod("attach", String.class, Instrumentation.class)
          .invoke(null, arguments, instrumentation);
    } catch (Throwable t) {
      System.err.println("[loom-unpin] nothing is done: " + describe(t));
    }
  }

  /** Null if there are no options there, or the agent may not look. */
  private static String environment() {
    try {
      return System.getenv("LOOM_UNPIN");
    } catch (SecurityException e) {
      return null;
    }
  }

  /**
   * Whether the options, or the file that they name, ask for strict, as far as that can be told
   * without what reads options, which may be what has failed.
   *
   * @param options as on the command line; null if there are none
   */
  static boolean mayBeStrict(String options) {
    if (options == null) {
      return false;
    }
    boolean strict = false;
    for (String pair : options.split(",")) {
      int equals = pair.indexOf('=');
      String key = (equals < 0 ? pair : pair.substring(0, equals)).trim();
      String value = equals < 0 ? "true" : pair.substring(equals + 1).trim();
      strict |= key.equals("strict") && value.equals("true");
      strict |= key.equals("config") && isStrictFile(value);
    }
    return strict;
  }

  private static boolean isStrictFile(String file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Paths.get(file))) {
      properties.load(reader);
    } catch (IOException | RuntimeException e) {
      return false;
    }
    return properties.getProperty("strict", "").trim().equals("true");
  }

  /** {@code java -jar loom-unpin.jar}: says what the jar is for, or with --version which it is. */
  public static void main(String[] arguments) {
    String version = PreMain.class.getPackage().getImplementationVersion();
    String name = "loom-unpin " + (version == null ? "(unpackaged)" : version);
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println(name);
      return;
    }
    System.out.println(
        name
            + "\nAn agent that keeps virtual threads on JDK 21 to 23 from pinning their carriers in"
            + " monitors.\n\n"
            + "Usage: java -javaagent:loom-unpin.jar[=OPTION,OPTION...] -jar app.jar\n\n"
            + "  report=DIR       writes at exit what was rewritten and what was not\n"
            + "  exclude=GLOBS    the objects of these classes keep the JVM's monitor everywhere\n"
            + "  include=GLOBS    only the objects of these classes are converted\n"
            + "  jdk=off          leaves the JDK's own monitors alone, such as those of maps and streams\n"
            + "  threads=virtual  makes threads of known libraries virtual; with ;GLOBS, of further"
            + " classes\n"
            + "  strict=true      stops the VM if a class cannot be rewritten\n"
            + "  mode=dry-run     says what would be rewritten and changes nothing\n"
            + "  mode=detect      tells of virtual threads that pin, and rewrites nothing;\n"
            + "                   rewrite+detect does both\n"
            + "  dump=DIR         writes rewritten classes as they were and as they are\n"
            + "  log=LEVEL        quiet, normal or verbose, which names every rewritten class\n"
            + "  log.to=TARGET    stderr, jul, system-logger or a file\n"
            + "  config=FILE      reads options from a properties file\n"
            + "  force=true       rewrites on JDK 24 and newer too, for tests");
  }

  /** What was thrown, in one line: what the agent says of it itself, or the cause of it all. */
  static String describe(Throwable thrown) {
    Throwable t = thrown;
    while (!isOwn(t) && t.getCause() != null) {
      t = t.getCause();
    }
    return (isOwn(t) ? t.getMessage() : t.toString()).split("\n")[0];
  }

  private static boolean isOwn(Throwable t) {
    return t instanceof IllegalStateException && t.getMessage() != null;
  }
}
