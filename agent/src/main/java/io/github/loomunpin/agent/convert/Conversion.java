// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import io.github.loomunpin.agent.cache.AgentBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Converts jars. The analyzer, which does not depend on the agent, calls this class in the agent's
 * jar by reflection, so that the same build decides now and later; hence the types of the JDK only.
 */
public final class Conversion {

  private Conversion() {}

  /**
   * Converts jars of one class path, for the JDK that this runs on.
   *
   * @param jars which to convert, in the order of the class path, and where to write each; these
   *     are replaced
   * @param more jars and folders that follow on the class path and are not converted
   * @param strip whether signed jars lose their signatures and are converted
   * @param begins is told each jar before it is converted, in this thread
   * @return for each path, in this order: {@code path}; {@code refused} in words, or {@code
   *     classes}, {@code converted} and {@code sites} as numbers and {@code left}, the classes that
   *     the agent will rewrite as it loads them, with the reasons; of what only follows on the
   *     class path those alone that cannot be read
   * @throws IOException if a result cannot be written: a {@link java.nio.file.FileSystemException}
   *     that names it, whose cause says why
   */
  public static List<Map<String, Object>> convert(
      Map<Path, Path> jars, List<Path> more, boolean strip, Consumer<Path> begins)
      throws IOException {
    String agent =
        AgentBuild.id().orElseThrow(() -> new IllegalStateException("the agent is not in a jar"));
    return convert(jars, more, strip, begins, agent);
  }

  static List<Map<String, Object>> convert(
      Map<Path, Path> jars, List<Path> more, boolean strip, Consumer<Path> begins, String agent)
      throws IOException {
    List<Map<String, Object>> results = new ArrayList<>();
    Set<Path> all = new LinkedHashSet<>(jars.keySet());
    all.addAll(more);
    try (ClassPath classPath = new ClassPath()) {
      for (Path path : all) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("path", path);
        try {
          classPath.add(path);
        } catch (IOException | RuntimeException e) {
          // As the JVM does, it goes on without; but then few answers will be those of the JVM.
          result.put("refused", "it cannot be read: " + reason(e));
        }
        if (jars.containsKey(path) || result.containsKey("refused")) {
          results.add(result);
        }
      }
      Rewriting rewriting = new Rewriting(classPath);
      for (Map<String, Object> result : results) {
        if (!result.containsKey("refused")) {
          Path path = (Path) result.get("path");
          begins.accept(path);
          try (InputJar jar = InputJar.open(path, strip)) {
            JarConversion conversion = new JarConversion(jar, rewriting);
            conversion.write(jars.get(path), agent);
            conversion.tell(result);
          } catch (RefusedException e) {
            result.put("refused", e.getMessage());
          } catch (RuntimeException e) {
            // What is odd about one jar, or a fault of this code, is no reason to give up the rest.
            result.put("refused", "it cannot be converted: " + reason(e));
          }
        }
      }
    }
    return results;
  }

  static String reason(Exception e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
