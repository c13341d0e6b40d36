// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The command line of a JVM, put together in the order of the calls. It runs without what the
 * caller's environment would add to it: options from there make runs incomparable.
 */
public final class JavaCommand {

  private static final String[] ENVIRONMENT = {
    "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LOOM_UNPIN"
  };

  private final Jdk jdk;
  private final List<String> options = new ArrayList<>();

  JavaCommand(Jdk jdk) {
    this.jdk = jdk;
  }

  /** Adds options of the JVM as they are. */
  public JavaCommand options(String... more) {
    return options(List.of(more));
  }

  /** Adds options of the JVM as they are. */
  public JavaCommand options(Collection<String> more) {
    options.addAll(more);
    return this;
  }

  /** Adds an agent without options. */
  public JavaCommand agent(Path jar) {
    return options("-javaagent:" + jar);
  }

  /** Adds an agent with its options. */
  public JavaCommand agent(Path jar, String agentOptions) {
    return options("-javaagent:" + jar + "=" + agentOptions);
  }

  /** Sets the class path. */
  public JavaCommand classPath(Path... entries) {
    return classPath(List.of(entries));
  }

  /** Sets the class path. */
  public JavaCommand classPath(Collection<Path> entries) {
    return classPath(ClassPathArgument.of(entries));
  }

  /** Sets the class path, given in the syntax of the option. */
  public JavaCommand classPath(String path) {
    return options("-cp", path);
  }

  /** A class with a main method, and its arguments. */
  public Program main(Class<?> main, String... arguments) {
    return main(main.getName(), arguments);
  }

  /** A class with a main method, and its arguments. */
  public Program main(String main, String... arguments) {
    return program().arguments(main).arguments(arguments);
  }

  /** An executable jar, and its arguments. */
  public Program jar(Path jar, String... arguments) {
    return program().arguments("-jar", jar.toString()).arguments(arguments);
  }

  /** The JVM with its options alone; what it runs is among them or still to be added. */
  public Program program() {
    return Program.of(jdk.bin("java").toString()).arguments(options).without(ENVIRONMENT);
  }
}
