// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Hazard;

/** Words for code that pins although it is not a site. */
public final class HazardWords {

  private static final String MAY_BLOCK = " may block";

  private HazardWords() {}

  /** One clause for a place, as certain as its grade. */
  public static String summary(Hazard hazard) {
    String summary = summary(hazard.kind());
    return hazard.grade() == Grade.BLOCKS ? summary.replace(MAY_BLOCK, " blocks") : summary;
  }

  /** One clause for all places of a kind. */
  public static String summary(Hazard.Kind kind) {
    return switch (kind) {
      case CLASS_INITIALIZER -> "A class initializer" + MAY_BLOCK;
      case NATIVE_METHOD -> "A native method may call back code that blocks";
      case MAP_FUNCTION -> "A function that a map or collection of the JDK runs" + MAY_BLOCK;
      case TABLE_FUNCTION -> "A function that a Hashtable runs" + MAY_BLOCK;
    };
  }

  /** Why it pins. */
  public static String explanation(Hazard.Kind kind) {
    return switch (kind) {
      case CLASS_INITIALIZER ->
          "A virtual thread that blocks in a class initializer pins its carrier thread on every"
              + " JDK.";
      case NATIVE_METHOD ->
          "A virtual thread that blocks in code which native code has called pins its carrier"
              + " thread on every JDK.";
      case MAP_FUNCTION ->
          "The map or collection runs it while it holds a monitor: that of a bin of a"
              + " ConcurrentHashMap, or its own.";
      case TABLE_FUNCTION ->
          "The table runs it while it holds its monitor, which no agent converts.";
    };
  }

  /** What to do. */
  public static String remedy(Hazard.Kind kind) {
    return switch (kind) {
      case CLASS_INITIALIZER, NATIVE_METHOD ->
          "Do what blocks elsewhere, before virtual threads need it. No agent can change this.";
      case MAP_FUNCTION ->
          "Make the value before, and put it into the map with putIfAbsent, or put a future into"
              + " it, or run the application with the loom-unpin agent, which converts this"
              + " monitor.";
      case TABLE_FUNCTION ->
          "Make the value before, and put it into the table with putIfAbsent, or use another map.";
    };
  }
}
