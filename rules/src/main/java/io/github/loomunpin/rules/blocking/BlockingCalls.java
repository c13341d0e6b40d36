// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.blocking;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The catalog of blocking operations of the JDK. A line of a class holds for its subclasses, unless
 * these have one of their own. Safe for any thread.
 */
public final class BlockingCalls {

  private static final String FILE = "loom-unpin/rules/blocking-calls.txt";

  private final List<BlockingCall> lines;

  /** By method name. */
  private final Map<String, List<BlockingCall>> byMethod = new HashMap<>();

  private BlockingCalls(List<BlockingCall> lines) {
    this.lines = List.copyOf(lines);
    for (BlockingCall line : lines) {
      byMethod.computeIfAbsent(line.method(), name -> new ArrayList<>()).add(line);
    }
  }

  /** The catalog that ships with the rules. */
  public static BlockingCalls load() {
    try {
      return parse(new String(OwnFiles.read(BlockingCalls.class, FILE), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("rule file " + FILE, e);
    }
  }

  /**
   * @throws IllegalArgumentException if a line is not "signature kind releases source"
   */
  static BlockingCalls parse(String text) {
    List<BlockingCall> lines = new ArrayList<>();
    for (String line : text.split("\n")) {
      String stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        lines.add(LineParser.parse(stripped));
      }
    }
    return new BlockingCalls(lines);
  }

  public List<BlockingCall> lines() {
    return lines;
  }

  /** Whether any class has a line for a method of that name. */
  public boolean mayName(String method) {
    return byMethod.containsKey(method);
  }

  /**
   * The line for a method as it is called on a class of the JDK: of that class, or else of the
   * nearest of its superclasses, or else of an interface.
   *
   * @param jdk what is known of the JDK's classes
   */
  public Optional<BlockingCall> find(
      String owner, String method, String descriptor, ClassIndex jdk) {
    Collection<BlockingCall> candidates = byMethod.getOrDefault(method, List.of());
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    Deque<String> interfaces = new ArrayDeque<>();
    for (String at = owner; !at.isEmpty(); ) {
      Optional<BlockingCall> line = in(at, candidates, descriptor);
      if (line.isPresent()) {
        return line;
      }
      Optional<ClassFacts> facts = jdk.findInJdk(at);
      facts.ifPresent(known -> interfaces.addAll(known.interfaces()));
      at = facts.map(ClassFacts::superName).orElse("");
    }
    return inAny(interfaces, candidates, descriptor, jdk);
  }

  private static Optional<BlockingCall> inAny(
      Deque<String> interfaces,
      Collection<BlockingCall> candidates,
      String descriptor,
      ClassIndex jdk) {
    Set<String> seen = new HashSet<>();
    while (!interfaces.isEmpty()) {
      String at = interfaces.removeFirst();
      if (seen.add(at)) {
        Optional<BlockingCall> line = in(at, candidates, descriptor);
        if (line.isPresent()) {
          return line;
        }
        jdk.findInJdk(at).ifPresent(known -> interfaces.addAll(known.interfaces()));
      }
    }
    return Optional.empty();
  }

  private static Optional<BlockingCall> in(
      String owner, Collection<BlockingCall> candidates, String descriptor) {
    for (BlockingCall line : candidates) {
      if (line.owner().equals(owner) && line.takes(descriptor)) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /** Reads a line such as {@code java.lang.Thread.sleep(long) SLEEP 21+ JEP 444}. */
  private static final class LineParser {

    private static final Pattern LINE =
        Pattern.compile(
            "(?<owner>[\\w.$]+)\\.(?<method>[\\w$]+|<init>)\\((?<parameters>[^)]*)\\)\\s+"
                + "(?<kind>[A-Z_]+)(?<unsure>\\??)\\s+(?<first>\\d+)(?<last>\\+|-\\d+|)\\s+"
                + "(?<source>\\S.*)");

    private LineParser() {}

    static BlockingCall parse(String line) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException("not a line of the catalog: " + line);
      }
      int first = Integer.parseInt(parts.group("first"));
      String last = parts.group("last");
      return new BlockingCall(
          parts.group("owner").replace('.', '/'),
          parts.group("method"),
          descriptors(parts.group("parameters")),
          BlockingKind.valueOf(parts.group("kind")),
          parts.group("unsure").isEmpty(),
          first,
          last.isEmpty()
              ? first
              : last.equals("+") ? Integer.MAX_VALUE : Integer.parseInt(last.substring(1)),
          parts.group("source"));
    }

    private static String descriptors(String parameters) {
      if (parameters.equals("*") || parameters.isBlank()) {
        return parameters.strip();
      }
      StringBuilder descriptors = new StringBuilder();
      for (String parameter : parameters.split(",")) {
        descriptors.append(descriptor(parameter.strip()));
      }
      return descriptors.toString();
    }

    private static String descriptor(String type) {
      if (type.endsWith("[]")) {
        return "[" + descriptor(type.substring(0, type.length() - 2));
      }
      return switch (type) {
        case "boolean" -> "Z";
        case "byte" -> "B";
        case "char" -> "C";
        case "short" -> "S";
        case "int" -> "I";
        case "long" -> "J";
        case "float" -> "F";
        case "double" -> "D";
        default -> "L" + type.replace('.', '/') + ";";
      };
    }
  }
}
