// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.pin.AgentWords;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** Gathers what a recording says about its JVM and about its own settings. */
final class EnvironmentCollector {

  private static final Pattern VERSION = Pattern.compile("\\((\\d+)([^)]*)\\) for ");

  private static final Pattern ACTIVE_PROCESSORS =
      Pattern.compile("-XX:ActiveProcessorCount=(\\d{1,4})\\b");

  /** As a threshold is spelt that Java code has set, of whole milliseconds. */
  private static final Pattern MILLIS_IN_NANOS = Pattern.compile("([1-9]\\d{0,12})0{6} ns");

  private final Map<String, String> properties = new HashMap<>();
  private final Map<Long, Map<String, String>> settings = new HashMap<>();
  private final Map<String, Long> typeIds = new HashMap<>();
  private final Set<String> jvms = new HashSet<>();
  private String jvmVersion = "";
  private Optional<String> arguments = Optional.empty();
  private Optional<String> loomUnpin = Optional.empty();
  private Optional<AgentWords> agent = Optional.empty();
  private String workingFolder = "";
  private long process;
  private int processors;
  private long lostBytes;

  void jvmInformation(RecordedEvent event) {
    process = number64(event, "pid");
    jvms.add(process + " " + number64(event, "jvmStartTime"));
    jvmVersion = text(event, "jvmVersion");
    arguments = Optional.of(text(event, "jvmArguments"));
  }

  void systemProperty(RecordedEvent event) {
    properties.put(text(event, "key"), text(event, "value"));
  }

  void environmentVariable(RecordedEvent event) {
    if (text(event, "key").equals("PWD")) {
      workingFolder = text(event, "value");
    }
    if (text(event, "key").equals("LOOM_UNPIN")) {
      loomUnpin = Optional.of(text(event, "value"));
    } else if (loomUnpin.isEmpty()) {
      loomUnpin = Optional.of("");
    }
  }

  void activeSetting(RecordedEvent event) {
    settings
        .computeIfAbsent(EventFields.number(event, "id"), id -> new HashMap<>())
        .put(text(event, "name"), text(event, "value"));
  }

  /** What the JVM may use counts, which a container can make less than the machine has. */
  void containerConfiguration(RecordedEvent event) {
    long effective =
        event.hasField("effectiveCpuCount") ? EventFields.number(event, "effectiveCpuCount") : 0;
    if (effective > 0 && effective <= Short.MAX_VALUE) {
      processors = (int) effective;
    }
  }

  void cpuInformation(RecordedEvent event) {
    if (processors == 0 && event.hasField("hwThreads")) {
      processors = (int) EventFields.number(event, "hwThreads");
    }
  }

  /** The last one counts most. */
  void agent(RecordedEvent event) {
    AgentWords words =
        new AgentWords(
            text(event, "version"),
            event.hasField("converting") && event.getBoolean("converting"),
            text(event, "options"),
            number(event, "classesRewritten"),
            number(event, "sitesRewritten"),
            number(event, "sitesLeftNative"));
    if (agent.isEmpty() || agent.get().classesRewritten() <= words.classesRewritten()) {
      agent = Optional.of(words);
    }
  }

  private static long number64(RecordedEvent event, String field) {
    return event.hasField(field) ? EventFields.number(event, field) : 0;
  }

  private static int number(RecordedEvent event, String field) {
    return (int) number64(event, field);
  }

  void dataLoss(RecordedEvent event) {
    lostBytes += event.hasField("amount") ? EventFields.number(event, "amount") : 0;
  }

  void type(EventType type) {
    typeIds.put(type.getName(), type.getId());
  }

  /** The number of the JVM's process, 0 if unknown. */
  long process() {
    return process;
  }

  /** Each chunk tells again of which it is; files of several may have been put together. */
  int jvms() {
    return jvms.size();
  }

  long lostBytes() {
    return lostBytes;
  }

  private static String text(RecordedEvent event, String field) {
    String value = event.hasField(field) ? event.getString(field) : null;
    return value == null ? "" : value;
  }

  /**
   * @param moduleVersion of the JDK's modules, for recordings without events about the JVM
   */
  Jvm jvm(String moduleVersion) {
    String version = properties.getOrDefault("java.vm.version", "");
    Matcher matcher = VERSION.matcher(jvmVersion);
    if (version.isEmpty() && matcher.find()) {
      version = matcher.group(1) + matcher.group(2);
    }
    version = version.isEmpty() ? moduleVersion : version;
    return new Jvm(
        feature(version),
        version,
        arguments,
        Map.copyOf(properties),
        activeProcessors(),
        workingFolder,
        loomUnpin,
        agent);
  }

  private int activeProcessors() {
    Matcher given = ACTIVE_PROCESSORS.matcher(arguments.orElse(""));
    return given.find() ? Integer.parseInt(given.group(1)) : processors;
  }

  private static int feature(String version) {
    Matcher digits = Pattern.compile("\\d{1,3}").matcher(version);
    return digits.lookingAt() ? Integer.parseInt(digits.group()) : 0;
  }

  EventStatus status(PinKind kind, long count) {
    Map<String, String> known =
        typeIds.containsKey(kind.event())
            ? settings.getOrDefault(typeIds.get(kind.event()), Map.of())
            : Map.of();
    EventStatus.State enabled = state(known.get("enabled"));
    return new EventStatus(
        count > 0 ? EventStatus.State.ON : enabled,
        MILLIS_IN_NANOS.matcher(known.getOrDefault("threshold", "")).replaceFirst("$1 ms"),
        state(known.get("stackTrace")),
        count);
  }

  private static EventStatus.State state(String setting) {
    if (setting == null) {
      return EventStatus.State.UNKNOWN;
    }
    return setting.equals("true") ? EventStatus.State.ON : EventStatus.State.OFF;
  }
}
