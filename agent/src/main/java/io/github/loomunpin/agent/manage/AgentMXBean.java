// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import java.util.List;
import java.util.Map;

/**
 * What the agent does in this JVM, as {@code io.github.loomunpin:type=Agent}. All of it is found
 * out when it is asked for, and all lists are bounded.
 */
public interface AgentMXBean {

  /** The version of the agent. */
  String getVersion();

  /** As the option {@code mode} names it. */
  String getMode();

  /** As after {@code -javaagent:loom-unpin.jar=}, wherever they were given. */
  String getOptions();

  /** Classes of the application that the JVM has offered to the agent. */
  int getClassesSeen();

  int getClassesRewritten();

  int getSitesRewritten();

  int getSitesLeftNative();

  /** The most frequent reasons, and how many sites they are for; the rest as one. */
  Map<String, Integer> getLeftNativeByReason();

  /** How many classes may have lost exclusion; zero, or strict=true would have stopped the JVM. */
  int getUnsafe();

  /** Converted monitors that are held, contended or waited on at this moment. */
  long getLiveLocks();

  /** How often a thread had to sleep for a converted monitor, nearly. */
  long getContendedEntries();

  /** For how long in all. */
  long getContendedMillis();

  /** How often a thread has waited on a converted monitor, nearly. */
  long getWaits();

  /** The converted monitors that threads wait to enter at this moment, the longest wait first. */
  List<ContendedLock> getContendedLocks();

  /** How many carriers were added, because all were blocked or busy. */
  int getCarriersAdded();

  /** With mode=detect: how often a virtual thread has pinned its carrier. */
  long getPins();

  /** For how long in all. */
  long getPinnedMillis();

  /** How many pins do not count, because of options or because a class was initialized. */
  long getPinsSetAside();

  /** What they are due to, the most pinned time first. */
  List<PinSource> getPinning();

  /** How often no carrier moved for a second while virtual threads waited for one. */
  long getStandstills();

  /** For how long in all, until now. */
  long getStandstillMillis();

  /** Whether it is so at this moment. */
  boolean isStandingStill();

  /** How many warnings there were, also those that are not kept. */
  long getWarnings();

  /** What went wrong or was out of the ordinary, the last of it, carriers that were added too. */
  List<Incident> getIncidents();
}
