// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

import io.github.loomunpin.rules.mode.JdkGroup;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.mode.Pinning;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The agent's options: {@code key=value} pairs separated by commas, from {@code LOOM_UNPIN}, a
 * properties file and the command line, the later ones winning.
 *
 * @param include classes that may be virtual; all if empty
 * @param exclude classes whose objects stay native
 * @param report directory for the JSON report, if wanted
 * @param dump directory for class files before and after, if wanted
 * @param strict whether a class that cannot be rewritten stops the VM
 * @param log how much is said, and where
 * @param force whether to rewrite on a JDK that does not need it
 * @param jdk which of the JDK's own monitors are converted in which an application may block
 * @param threads whose threads become virtual, if any do
 * @param cache file with what happened to classes in earlier runs, if the user names one
 * @param isCacheAuto whether the agent chooses that file, and keeps it up to date
 * @param cacheUpdate whether to add to it at exit
 * @param detect which pins to report, if any
 */
public record AgentOptions(
    Mode mode,
    NameGlobs include,
    NameGlobs exclude,
    Optional<Path> report,
    Optional<Path> dump,
    boolean strict,
    LogChoice log,
    boolean force,
    Set<JdkGroup> jdk,
    Optional<ThreadChoice> threads,
    Optional<Path> cache,
    boolean isCacheAuto,
    boolean cacheUpdate,
    Optional<DetectChoice> detect) {

  /** What the agent does. */
  public enum Mode {
    REWRITE,
    DRY_RUN,
    /** Nothing but to report pins, which it may do beside rewriting as well. */
    DETECT
  }

  /** The value of {@code cache=} for a file that the agent chooses and keeps up to date. */
  private static final String AUTO = "auto";

  /** The option by which a process that attaches the agent says where it listens. */
  static final String WATCH = "watch";

  private static final String REWRITE_AND_DETECT = "rewrite+detect";

  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              "allow",
              "cache",
              "cache.update",
              "config",
              "dump",
              "exclude",
              "force",
              "include",
              "jdk",
              "log",
              "log.to",
              "mode",
              "own",
              "report",
              "strict",
              "threads",
              "threshold",
              "verbose",
              WATCH));

  /** Opens the file that {@code config=} names. */
  @FunctionalInterface
  public interface ConfigFile {

    /**
     * @throws IOException if the file cannot be read
     */
    Reader open(String file) throws IOException;
  }

  private static final class FileHere implements ConfigFile {

    @Override
    public Reader open(String file) throws IOException {
      return Files.newBufferedReader(Path.of(file));
    }
  }

  /**
   * The options of the JVM that this runs in.
   *
   * @param arguments what stands behind {@code =} in {@code -javaagent}; empty if nothing does
   * @param environment the value of {@code LOOM_UNPIN}; empty if it is not set
   * @throws BadOptionException naming the option
   */
  public static AgentOptions parse(String arguments, String environment) throws BadOptionException {
    return parse(arguments, environment, new FileHere());
  }

  /**
   * The options of any JVM.
   *
   * @param configFile called at most once, if {@code config=} is given
   * @throws BadOptionException naming the option
   */
  public static AgentOptions parse(String arguments, String environment, ConfigFile configFile)
      throws BadOptionException {
    Map<String, String> given = new LinkedHashMap<>();
    Map<String, String> commandLine = new LinkedHashMap<>();
    addPairs(arguments, commandLine);
    if (!commandLine.containsKey(WATCH)) {
      // Who watches a JVM leaves nothing there, whatever the environment says of files and logs.
      addPairs(environment, given);
    }
    String config = commandLine.getOrDefault("config", given.get("config"));
    if (config != null) {
      addFile(config, configFile, given);
    }
    given.putAll(commandLine);
    if (flag("cache.update", given) && !given.containsKey("cache")) {
      throw new BadOptionException("cache.update=true needs cache=FILE");
    }
    boolean isAuto = AUTO.equals(given.get("cache"));
    return new AgentOptions(
        mode(given.getOrDefault("mode", "rewrite")),
        globs("include", given),
        globs("exclude", given),
        path("report", "folder", given),
        path("dump", "folder", given),
        flag("strict", given),
        log(given),
        flag("force", given),
        jdk(given.getOrDefault("jdk", "on")),
        threads(given),
        isAuto ? Optional.empty() : path("cache", "file", given),
        isAuto,
        flag("cache.update", given),
        DetectChoice.of(given));
  }

  /** The names of all options, in alphabetical order. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(KEYS);
  }

  /** The classes whose objects stay native because of the options. */
  public KeptNative keptNative() {
    return new KeptNative(include, exclude, jdk);
  }

  /** These options without these groups of the JDK's monitors. */
  public AgentOptions withoutJdk(Set<JdkGroup> groups) {
    Set<JdkGroup> left = EnumSet.copyOf(jdk);
    left.removeAll(groups);
    return new AgentOptions(
        mode,
        include,
        exclude,
        report,
        dump,
        strict,
        log,
        force,
        left,
        threads,
        cache,
        isCacheAuto,
        cacheUpdate,
        detect);
  }

  /** Whether the monitors of this class of the JDK are converted, if they can be. */
  public boolean convertsOfJdk(String internalName) {
    return jdk.contains(JdkGroup.of(internalName));
  }

  /** As the option names it. */
  public String modeName() {
    return switch (mode) {
      case REWRITE -> detect.isPresent() ? REWRITE_AND_DETECT : "rewrite";
      case DRY_RUN -> "dry-run";
      case DETECT -> "detect";
    };
  }

  /** Whether each rewritten class is named. */
  public boolean verbose() {
    return log.level() == LogChoice.Level.VERBOSE;
  }

  /** Whether the agent has anything to rewrite on a JDK of that feature release. */
  public boolean isNeededOn(int jdk) {
    return mode != Mode.DETECT && (force || Pinning.monitorsPinOn(jdk));
  }

  /** Whether the agent converts monitors on a JDK of that feature release. */
  public boolean convertsOn(int jdk) {
    return mode == Mode.REWRITE && isNeededOn(jdk);
  }

  /** The options that were given and do nothing in this mode, since it rewrites nothing. */
  public List<String> withoutEffect() {
    if (mode != Mode.DETECT) {
      return List.of();
    }
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("cache", cache.isPresent() || isCacheAuto);
    given.put("dump", dump.isPresent());
    given.put("force", force);
    given.put("jdk", !jdk.equals(JdkGroup.all()));
    given.put("strict", strict);
    given.put("threads", threads.isPresent());
    given.values().retainAll(Set.of(true));
    return List.copyOf(given.keySet());
  }

  /** What decides over classes, in the syntax of the options; to be parsed by another program. */
  public String pairs() {
    String pairs = "mode=".concat(modeName());
    pairs = include.isEmpty() ? pairs : pairs.concat(",include=").concat(include.toString());
    pairs = exclude.isEmpty() ? pairs : pairs.concat(",exclude=").concat(exclude.toString());
    pairs = strict ? pairs.concat(",strict=true") : pairs;
    pairs =
        threads.isPresent() ? pairs.concat(",threads=").concat(threads.get().toString()) : pairs;
    pairs = jdk.equals(JdkGroup.all()) ? pairs : pairs.concat(",jdk=").concat(words(jdk));
    return force ? pairs.concat(",force=true") : pairs;
  }

  private static void addPairs(String text, Map<String, String> options) throws BadOptionException {
    String before = "";
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      String key = (equals < 0 ? pair : pair.substring(0, equals)).strip();
      if (key.isEmpty() && equals < 0) {
        continue;
      }
      if (equals < 0 && before.equals("jdk") && JdkGroup.named(key).isPresent()) {
        // The groups are separated in either way, since none of them is an option.
        options.put("jdk", options.get("jdk") + ";" + key);
        continue;
      }
      check(key);
      before = key;
      // A flag needs no value.
      options.put(key, equals < 0 ? "true" : pair.substring(equals + 1).strip());
    }
  }

  private static void addFile(String file, ConfigFile configFile, Map<String, String> options)
      throws BadOptionException {
    Properties properties = new Properties();
    try (Reader reader = configFile.open(file)) {
      properties.load(reader);
    } catch (IOException | RuntimeException e) {
      throw new BadOptionException("cannot read config=" + file);
    }
    for (String key : properties.stringPropertyNames()) {
      check(key);
      options.put(key, properties.getProperty(key).strip());
    }
  }

  private static void check(String key) throws BadOptionException {
    if (!KEYS.contains(key)) {
      throw new BadOptionException(
          "unknown option \"" + key + "\"; the options are " + String.join(", ", KEYS));
    }
  }

  private static Mode mode(String value) throws BadOptionException {
    return switch (value) {
      case "rewrite", REWRITE_AND_DETECT -> Mode.REWRITE;
      case "dry-run" -> Mode.DRY_RUN;
      case "detect" -> Mode.DETECT;
      default ->
          throw new BadOptionException(
              "invalid mode=" + value + ": use rewrite, detect, rewrite+detect or dry-run");
    };
  }

  private static Set<JdkGroup> jdk(String value) throws BadOptionException {
    if (value.equals("on")) {
      return JdkGroup.all();
    }
    Set<JdkGroup> groups = EnumSet.noneOf(JdkGroup.class);
    for (String word : value.equals("off") ? new String[0] : value.split(";", -1)) {
      Optional<JdkGroup> group = JdkGroup.named(word.strip());
      if (group.isEmpty()) {
        throw new BadOptionException(
            "invalid jdk=" + value + ": use on, off or some of " + words(JdkGroup.all()));
      }
      groups.add(group.get());
    }
    return groups;
  }

  private static String words(Set<JdkGroup> groups) {
    StringBuilder words = new StringBuilder();
    for (JdkGroup group : groups) {
      words.append(words.isEmpty() ? "" : ";").append(group.word());
    }
    return words.isEmpty() ? "off" : words.toString();
  }

  private static boolean flag(String key, Map<String, String> options) throws BadOptionException {
    String value = options.getOrDefault(key, "false");
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new BadOptionException("invalid " + key + "=" + value + ": use true or false");
    };
  }

  private static LogChoice log(Map<String, String> options) throws BadOptionException {
    boolean verbose = flag("verbose", options);
    String level = options.getOrDefault("log", verbose ? "verbose" : "normal");
    LogChoice.Target target = LogChoice.target(options.getOrDefault("log.to", "stderr"));
    boolean toFile = target == LogChoice.Target.FILE;
    return new LogChoice(
        LogChoice.level(level, verbose),
        target,
        toFile ? path("log.to", "file", options) : Optional.empty());
  }

  private static Optional<ThreadChoice> threads(Map<String, String> options)
      throws BadOptionException {
    String value = options.get("threads");
    if (value == null) {
      return Optional.empty();
    }
    ThreadChoice choice = ThreadChoice.of(value, globs("threads", ThreadChoice.globs(value)));
    if (!choice.known() && choice.globs().isEmpty()) {
      throw new BadOptionException(
          "threads= names no threads; threads=virtual is for those of the libraries that are known,"
              + " and globs name further classes that make threads");
    }
    return Optional.of(choice);
  }

  static NameGlobs globs(String key, Map<String, String> options) throws BadOptionException {
    return globs(key, options.getOrDefault(key, ""));
  }

  private static NameGlobs globs(String key, String value) throws BadOptionException {
    for (int i = 0; i < value.length(); i++) {
      // None of them is in the name of a class; whoever writes them means another kind of pattern.
      if ("[](){}|^\\+,".indexOf(value.charAt(i)) >= 0) {
        throw new BadOptionException(
            key
                + "="
                + value
                + ": \""
                + value.charAt(i)
                + "\" is in no name of a class; * stands for"
                + " a part of a name, ** for any names, and ; separates patterns");
      }
    }
    return NameGlobs.parse(value);
  }

  static Optional<Path> path(String key, String what, Map<String, String> options)
      throws BadOptionException {
    String value = options.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (value.isEmpty()) {
      throw new BadOptionException(
          key + "= has no value; give a " + what + ", or leave the option out");
    }
    try {
      return Optional.of(Path.of(value).toAbsolutePath());
    } catch (InvalidPathException e) {
      throw new BadOptionException(key + "=" + value + " is not a path");
    }
  }
}
