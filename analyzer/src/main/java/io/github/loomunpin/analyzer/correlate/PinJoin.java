// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.classpath.JdkImages;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.OtherCause.OtherCauses;
import io.github.loomunpin.analyzer.correlate.OwnerFinder.Owner;
import io.github.loomunpin.analyzer.correlate.PinReporter.CausedPin;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One run of {@link PinReporter}: what it has found so far. */
final class PinJoin {

  private final List<String> classPath;
  private final ReadOptions options;
  private final AgentReport agentReport;
  private final FindingCollector collector = new FindingCollector(AdviceBook.load());
  private final Set<String> notes = new LinkedHashSet<>();
  private final Gaps gaps = new Gaps();
  private final List<CarrierLoss> carrierLosses = new ArrayList<>();
  private final Set<String> misfits = new LinkedHashSet<>();
  private ClassPathDoubt classPathDoubt = ClassPathDoubt.NONE;
  private boolean agentConverted;

  PinJoin(List<String> classPath, ReadOptions options, AgentReport agentReport) {
    this.classPath = classPath;
    this.options = options;
    this.agentReport = agentReport;
  }

  void add(Observation observation) {
    observation.incomplete().forEach(gaps::add);
    if (observation.pins().isEmpty()) {
      note(AgentRun.of(observation.jvm(), observation.folder()));
    } else {
      join(observation);
    }
  }

  PinReport report(List<Observation> observations) {
    return new PinReport(
        observations,
        agentConverted,
        collector.outlook(),
        collector.staying(),
        collector.findings(),
        collector.unexplained(),
        collector.unpinSteps(),
        List.copyOf(carrierLosses),
        List.copyOf(misfits),
        classPathDoubt,
        List.copyOf(notes),
        gaps.toList());
  }

  /** What pins each group, which is not added to the report. */
  List<CausedPin> causes(Observation observation) {
    List<CausedPin> causes = new ArrayList<>();
    join(observation, joined -> causes.add(CausedPin.of(joined)));
    return causes;
  }

  private void join(Observation observation) {
    join(observation, collector::add);
  }

  private void join(Observation observation, Consumer<JoinedPin> each) {
    AgentRun agent = agent(observation);
    try (ClassPath application =
            ClassPath.open(classPathOf(observation), optionsFor(observation.jvm()), gaps);
        JdkImage jdk = jdkOf(observation.jvm())) {
      boolean exact = jdk.isOf(observation.jvm().version());
      StackClasses lookup =
          new StackClasses(
              application,
              jdk,
              exact ? Sameness.SAME : Sameness.OTHER_VERSION,
              agent.converts() ? Sameness.PERHAPS : Sameness.SAME_FLAGS,
              agentReport.with(agent.keepNative()));
      HolderFinder finder = new HolderFinder(lookup, agent.converts());
      OwnerFinder ownerFinder = new OwnerFinder(finder, lookup);
      OtherCauses otherCauses = new OtherCauses(lookup, finder);
      boolean monitorsPin = observation.jvm().monitorsPin();
      if (monitorsPin) {
        finder.see(observation.pins());
      }
      for (PinGroup pin : observation.pins()) {
        JoinedPin joined = join(pin, monitorsPin, finder, ownerFinder, otherCauses);
        classPathDoubt = classPathDoubt.or(doubt(joined, finder, lookup));
        each.accept(joined.with(lookup.inSource(pin.stack())));
      }
      carrierLosses.addAll(
          CarrierLosses.of(
              observation, pin -> join(pin, monitorsPin, finder, ownerFinder, otherCauses)));
      misfits.addAll(finder.misfits().clauses());
      finder
          .misfits()
          .clauses()
          .forEach(clause -> gaps.add(Gap.notSaid(observation.source(), clause)));
      addLookupGaps(observation, lookup, jdk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What pins besides monitors does so whatever monitors there are. */
  private static ClassPathDoubt doubt(JoinedPin pin, HolderFinder finder, StackClasses lookup) {
    Stack stack = pin.pin().stack();
    return pin.otherCause().reason().pins()
        ? ClassPathDoubt.NONE
        : new ClassPathDoubt(
            pin.otherCause().reason() == PinReason.OTHER_VERSION || finder.hasMisfit(stack),
            stack.frames().stream().anyMatch(lookup::lacks));
  }

  private static JoinedPin join(
      PinGroup pin,
      boolean monitorsPin,
      HolderFinder finder,
      OwnerFinder ownerFinder,
      OtherCauses otherCauses) {
    KeptCarrier kept = finder.kept(pin, monitorsPin);
    List<Holder> holders = finder.holders(kept.monitors(), pin.stack());
    OtherCause otherCause = otherCauses.of(pin, kept);
    List<Owner> owners = ownerFinder.find(pin, holders);
    boolean hidden =
        finder.mayHideMonitor(pin.stack())
            || pin.kind() == PinKind.BLOCKED
                && owners.isEmpty()
                && pin.other().filter(other -> finder.mayHideMonitor(other.stack())).isPresent();
    return new JoinedPin(pin, holders, otherCause, owners, hidden);
  }

  private AgentRun agent(Observation observation) {
    AgentRun agent = AgentRun.of(observation.jvm(), observation.folder());
    agent.unsaid().forEach(clause -> gaps.add(Gap.notSaid(observation.source(), clause)));
    note(agent);
    agentConverted |= agent.converts();
    return agent;
  }

  private void note(AgentRun agent) {
    if (agent.present()) {
      notes.add(
          agent.converts()
              ? "recorded with the loom-unpin agent: the sites that it converts hold no monitor, so"
                  + " only the others can pin"
              : "recorded with the loom-unpin agent, which converted nothing");
    }
  }

  private List<String> classPathOf(Observation observation) {
    if (!classPath.isEmpty()) {
      return classPath;
    }
    RecordedClassPath recorded = RecordedClassPath.of(observation.jvm(), observation.folder());
    recorded.gaps(observation.source()).forEach(gaps::add);
    if (!recorded.entries().isEmpty()) {
      notes.add(
          "class path taken from the recording: "
              + (recorded.entries().size() == 1
                  ? recorded.entries().getFirst()
                  : recorded.entries().size() + " entries"));
    }
    return recorded.entries();
  }

  private ReadOptions optionsFor(Jvm jvm) {
    ReadOptions given = classPath.isEmpty() ? options.asOnClassPath() : options;
    return jvm.feature() == 0 ? given : given.withRelease(jvm.feature());
  }

  private static JdkImage jdkOf(Jvm jvm) {
    return JdkImages.mostLike(jvm.version(), Optional.of(jvm.property("java.home")));
  }

  private void addLookupGaps(Observation observation, StackClasses lookup, JdkImage jdk) {
    String version = observation.jvm().version();
    if (!jdk.isOf(version)) {
      gaps.add(Gap.notSaid(observation.source(), jdk.insteadOf(version)));
    }
    if (!lookup.missing().isEmpty()) {
      String example = lookup.missing().iterator().next().replace('/', '.');
      int count = lookup.missing().size();
      gaps.add(
          Gap.notSaid(
              observation.source(),
              (count == 1
                      ? "a class on its stacks was not found, "
                      : count + " classes on its stacks were not found, such as ")
                  + example
                  + (classPath.isEmpty() ? "; give the class path with --class-path" : "")));
    }
  }
}
