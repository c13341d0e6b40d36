// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.NameGlobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The classes whose threads may be virtual. Safe for any thread. */
public final class ThreadRules {

  private static final String FILE = "loom-unpin/rules/virtual-threads.txt";

  private final Map<String, ThreadRule> byClass;
  private final NameGlobs globs;

  private ThreadRules(Map<String, ThreadRule> byClass, NameGlobs globs) {
    this.byClass = Map.copyOf(byClass);
    this.globs = globs;
  }

  /**
   * @param defaults whether the rules that ship with the agent are among them
   * @param globs further classes, of which nothing is known
   */
  public static ThreadRules of(boolean defaults, NameGlobs globs) {
    try {
      String text =
          defaults
              ? new String(OwnFiles.read(ThreadRules.class, FILE), StandardCharsets.UTF_8)
              : "";
      return parse(text, globs);
    } catch (IOException e) {
      throw new UncheckedIOException("rule file " + FILE, e);
    }
  }

  /**
   * @throws IllegalArgumentException if a line is not "CLASS WORDS" or "CLASS stays: REASON"
   */
  static ThreadRules parse(String text, NameGlobs globs) {
    Map<String, ThreadRule> rules = new HashMap<>();
    for (String line : text.split("\n")) {
      int comment = line.indexOf('#');
      String rule = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!rule.isEmpty()) {
        int space = rule.indexOf(' ');
        String name = space < 0 ? rule : rule.substring(0, space);
        String words = space < 0 ? "" : rule.substring(space + 1).strip();
        if (rules.put(internal(name), rule(words, rule)) != null) {
          throw new IllegalArgumentException("two rules for " + name);
        }
      }
    }
    return new ThreadRules(rules, globs);
  }

  private static ThreadRule rule(String words, String line) {
    if (words.startsWith("stays:")) {
      String reason = words.substring("stays:".length()).strip();
      return new ThreadRule(Set.of(), Set.of(), false, "", reason);
    }
    Set<String> takes = new HashSet<>();
    Set<String> passes = new HashSet<>();
    boolean mayEnd = false;
    String label = "";
    String[] each = words.isEmpty() ? new String[0] : words.split(" +");
    for (int i = 0; i < each.length; i++) {
      if (each[i].equals("may-end")) {
        mayEnd = true;
      } else if (i + 1 == each.length) {
        throw new IllegalArgumentException("no rule about threads: " + line);
      } else {
        String value = each[++i];
        switch (each[i - 1]) {
          case "takes" -> takes.add(internal(value));
          case "passes" -> passes.add(internal(value));
          case "called" -> label = value;
          default -> throw new IllegalArgumentException("no rule about threads: " + line);
        }
      }
    }
    return new ThreadRule(Set.copyOf(takes), Set.copyOf(passes), mayEnd, label, "");
  }

  private static String internal(String name) {
    return name.replace('.', '/');
  }

  /** The rule for what a class makes; empty if its threads stay as they are. */
  public Optional<ThreadRule> of(String internalName) {
    // Asked in any case, so that it is known which globs have matched.
    boolean isChosen = globs.matches(internalName);
    ThreadRule rule = byClass.get(internalName);
    if (rule != null) {
      return Optional.of(rule);
    }
    return isChosen ? Optional.of(ThreadRule.PLAIN) : Optional.empty();
  }

  /** Internal names of the classes that have a rule of their own. */
  public Set<String> classes() {
    return byClass.keySet();
  }
}
