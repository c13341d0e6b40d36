// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.dump.LockNote.Kind;
import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * Reads {@link DumpFormat#JSON}, one thread at a time. Numbers are strings on the JDKs so far.
 * Which objects a thread holds and waits for is told since JDK 25.
 */
final class JsonDump {

  private static final List<String> OF_THE_JVM =
      List.of(
          "Signal Dispatcher",
          "Notification Thread",
          "Service Thread",
          "Monitor Deflation Thread",
          "JFR ",
          "JDWP ",
          "Attach Listener",
          "DestroyJavaVM");

  private final FrameText frames;
  private final DumpBuilder dump;

  private JsonDump(FrameText frames, DumpBuilder dump) {
    this.frames = frames;
    this.dump = dump;
  }

  /**
   * Into a builder, which also has what was read before an exception.
   *
   * @throws IOException if it is not JSON up to its end
   */
  static void read(Reader text, FrameText frames, DumpBuilder into) throws IOException {
    try (JsonParser parser = new ObjectMapper().createParser(text)) {
      new JsonDump(frames, into).read(parser);
    }
  }

  private void read(JsonParser parser) throws IOException {
    while (parser.nextToken() != null) {
      if (parser.currentToken() != JsonToken.FIELD_NAME) {
        continue;
      }
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "processId" -> dump.pid = parser.getValueAsLong();
        case "time" -> dump.time = PlainDump.time(parser.getValueAsString(""));
        case "runtimeVersion" -> dump.version = parser.getValueAsString("");
        case "threads" -> {
          while (value == JsonToken.START_ARRAY && parser.nextToken() == JsonToken.START_OBJECT) {
            dump.add(thread(parser.readValueAsTree()));
          }
        }
        default -> {}
      }
    }
  }

  private DumpedThread thread(JsonNode json) {
    ThreadText thread =
        new ThreadText(
            json.path("tid").asLong(),
            json.path("name").asText(""),
            json.path("virtual").asBoolean() || isVirtual(json));
    thread.state = json.path("state").asText("");
    thread.carrier = json.path("carrier").asLong();
    json.path("stack").forEach(frame -> thread.line(frame.asText(), frames));
    json.path("monitorsOwned")
        .forEach(
            owned ->
                owned
                    .path("locks")
                    .forEach(
                        lock ->
                            note(
                                thread,
                                owned.path("depth").asInt(),
                                Kind.LOCKED,
                                lock.asText(""))));
    note(thread, 0, Kind.WAITING_TO_LOCK, json.path("blockedOn").asText(""));
    note(thread, 0, Kind.WAITING_ON, json.path("waitingOn").asText(""));
    note(thread, 0, Kind.PARKING_FOR, json.at("/parkBlocker/object").asText(""));
    return thread.thread();
  }

  private static void note(ThreadText thread, int depth, Kind kind, String object) {
    if (!object.isEmpty()) {
      thread.add(ThreadText.object(depth, kind, object, null));
    }
  }

  /**
   * JDK 21 does not say which threads are virtual. Every stack of one that has run ends alike, and
   * one that has not run yet has no stack, as otherwise only threads of the JVM itself have none.
   */
  private static boolean isVirtual(JsonNode thread) {
    JsonNode stack = thread.path("stack");
    if (stack.isEmpty()) {
      String name = thread.path("name").asText("");
      return !thread.has("state") && OF_THE_JVM.stream().noneMatch(name::startsWith);
    }
    return stack.get(stack.size() - 1).asText().contains("java.lang.VirtualThread.run(");
  }
}
