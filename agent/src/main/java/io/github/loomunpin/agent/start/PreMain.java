// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import java.io.IOException;
import java.io.InputStream;
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

  /** The resource with what {@code java -jar} prints. */
  static final String USAGE = "/loom-unpin/usage.txt";

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

  /**
   * {@code java -jar loom-unpin.jar} prints what the jar is for and its options, and with {@code
   * --version} only the version.
   */
  public static void main(String[] arguments) throws IOException {
    String version = PreMain.class.getPackage().getImplementationVersion();
    String name = "loom-unpin " + (version == null ? "(unpackaged)" : version);
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println(name);
      return;
    }
    System.out.println(name);
    try (InputStream usage = PreMain.class.getResourceAsStream(USAGE)) {
      usage.transferTo(System.out);
    }
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
