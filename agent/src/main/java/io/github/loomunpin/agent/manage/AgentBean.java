// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.Detection;
import io.github.loomunpin.agent.detect.PinSum;
import io.github.loomunpin.agent.tell.Incidents;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.TallyReport;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the agent knows of itself. */
final class AgentBean implements AgentMXBean {

  /** Reasons may name any number of classes. */
  static final int MOST_REASONS = 50;

  private final AgentOptions options;
  private final Outcome outcome;
  private final Locks locks;
  private final Optional<Detection> detection;

  AgentBean(AgentOptions options, Outcome outcome, Locks locks, Optional<Detection> detection) {
    this.options = options;
    this.outcome = outcome;
    this.locks = locks;
    this.detection = detection;
  }

  @Override
  public String getVersion() {
    return OwnFiles.version(AgentBean.class);
  }

  @Override
  public String getMode() {
    return options.modeName();
  }

  @Override
  public String getOptions() {
    return options.pairs();
  }

  @Override
  public int getClassesSeen() {
    return outcome.snapshot().classesSeen();
  }

  @Override
  public int getClassesRewritten() {
    return outcome.snapshot().classesRewritten();
  }

  @Override
  public int getSitesRewritten() {
    return outcome.snapshot().sitesRewritten();
  }

  @Override
  public int getSitesLeftNative() {
    return outcome.snapshot().sitesLeftNative();
  }

  @Override
  public Map<String, Integer> getLeftNativeByReason() {
    Map<String, Integer> shown = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> reason :
        TallyReport.mostFrequentFirst(outcome.snapshot().leftNative())) {
      boolean listed = shown.size() < MOST_REASONS;
      shown.merge(
          listed ? reason.getKey() : Outcome.OTHER_REASONS, reason.getValue(), Integer::sum);
    }
    return shown;
  }

  @Override
  public int getUnsafe() {
    return outcome.snapshot().unsafe();
  }

  @Override
  public long getLiveLocks() {
    return locks.live();
  }

  @Override
  public long getContendedEntries() {
    return locks.contendedEntries();
  }

  @Override
  public long getContendedMillis() {
    return locks.contendedMillis();
  }

  @Override
  public long getWaits() {
    return locks.waits();
  }

  @Override
  public List<ContendedLock> getContendedLocks() {
    return locks.contended();
  }

  @Override
  public int getCarriersAdded() {
    return outcome.snapshot().carriersAdded();
  }

  @Override
  public long getPins() {
    return detection.isPresent() ? detection.get().pins() : 0;
  }

  @Override
  public long getPinnedMillis() {
    return detection.isPresent() ? detection.get().pinnedMillis() : 0;
  }

  @Override
  public long getPinsSetAside() {
    return detection.isPresent() ? detection.get().pinsSetAside() : 0;
  }

  @Override
  public List<PinSource> getPinning() {
    List<PinSource> shown = new ArrayList<>();
    if (detection.isPresent()) {
      for (PinSum sum : detection.get().sums()) {
        shown.add(new PinSource(sum));
      }
    }
    return shown;
  }

  @Override
  public long getStandstills() {
    return detection.isPresent() ? detection.get().standstills() : 0;
  }

  @Override
  public long getStandstillMillis() {
    return detection.isPresent() ? detection.get().standstillMillis() : 0;
  }

  @Override
  public boolean isStandingStill() {
    return detection.isPresent() && detection.get().standsStill();
  }

  @Override
  public long getWarnings() {
    return outcome.incidents().number(Incidents.Kind.WARNING);
  }

  @Override
  public List<Incident> getIncidents() {
    List<Incident> shown = new ArrayList<>();
    for (Incidents.Incident incident : outcome.incidents().list()) {
      shown.add(new Incident(incident));
    }
    return shown;
  }
}
