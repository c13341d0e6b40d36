// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.cli.OutputPlace.OutputFailure;
import io.github.loomunpin.analyzer.gate.Baseline;
import io.github.loomunpin.analyzer.gate.FailOn;
import io.github.loomunpin.analyzer.gate.Gate;
import io.github.loomunpin.analyzer.gate.Gate.Outcome;
import io.github.loomunpin.analyzer.gate.GateFileException;
import io.github.loomunpin.analyzer.gate.GatedPlace;
import io.github.loomunpin.analyzer.gate.Suppressions;
import io.github.loomunpin.analyzer.report.scan.SiteVerdicts;
import io.github.loomunpin.analyzer.report.scan.SuppressionReasons;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options by which a scan becomes a gate in a build. */
final class GateOptions {

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      defaultValue = "never",
      converter = FailOnChoices.class,
      completionCandidates = FailOnChoices.class,
      description = {
        "Exit with 1 if a site enters a monitor or something else pins (any), takes another lock"
            + " meanwhile or does worse (takes-lock), blocks or may block meanwhile (may-block),"
            + " blocks without a guess (blocks), stays native with the agent (native), or is not"
            + " in the baseline (new); default: never."
      })
  private FailOn failOn;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "Do not fail on the sites in FILE unless they got worse. Those that are gone are removed"
              + " from it.")
  private Path baseline;

  @Option(
      names = "--update-baseline",
      description = "Write the sites that --fail-on asks for to the baseline, and do not fail.")
  private boolean update;

  @Option(
      names = "--allow",
      paramLabel = "FILE",
      description =
          "Allow these sites: do not fail on them, and mark them in SARIF: lines of the form"
              + " CLASS[#METHOD] [until YYYY-MM-DD] because REASON; CLASS may have * and **.")
  private Path suppressions;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /** Reads the files, so that what is wrong with them is said before the work. */
  Gate gate(boolean graded) {
    if (failOn == FailOn.NEW && baseline == null) {
      throw usage("--fail-on new needs --baseline FILE");
    }
    if (failOn == FailOn.NEVER && baseline != null) {
      throw usage("--baseline needs --fail-on, which selects the sites of the baseline");
    }
    if (update && baseline == null) {
      throw usage("--update-baseline needs --baseline FILE");
    }
    if (failOn.needsGrades() && !graded) {
      throw usage("--fail-on " + failOn.spelling() + " cannot go without paths");
    }
    try {
      Suppressions suppressed =
          suppressions == null ? Suppressions.NONE : Suppressions.read(suppressions);
      return new Gate(failOn, readBaseline(), suppressed, LocalDate.now());
    } catch (GateFileException e) {
      throw usage(e.getMessage());
    } catch (NoSuchFileException e) {
      throw usage(e.getFile() + ": no such file");
    } catch (IOException e) {
      throw usage("cannot read " + Gap.reason(e));
    }
  }

  boolean suppresses() {
    return suppressions != null;
  }

  /** What a user has suppressed, with the reasons. */
  static SuppressionReasons reasons(Gate gate) {
    return new SuppressionReasons() {
      @Override
      public Optional<String> reason(ScannedSite site) {
        return gate.reason(GatedPlace.of(site));
      }

      @Override
      public Optional<String> reason(Hazard hazard) {
        return gate.reason(GatedPlace.of(hazard));
      }
    };
  }

  /** What the gate says of single sites; none fails while the baseline is being written. */
  SiteVerdicts verdicts(Gate gate) {
    return new SiteVerdicts() {
      @Override
      public boolean fails(ScannedSite site) {
        return !update && gate.failsOn(site);
      }

      @Override
      public boolean fails(Hazard hazard) {
        return !update && gate.failsOn(GatedPlace.of(hazard));
      }

      @Override
      public boolean passesOver(ScannedSite site) {
        return gate.passesOver(GatedPlace.of(site));
      }

      @Override
      public boolean passesOver(Hazard hazard) {
        return gate.passesOver(GatedPlace.of(hazard));
      }
    };
  }

  private Optional<Baseline> readBaseline() throws IOException {
    if (baseline == null) {
      return Optional.empty();
    }
    if (update) {
      OutputPlace.problemOfFile(baseline)
          .ifPresent(
              problem -> {
                throw usage("cannot write " + baseline + ": " + problem);
              });
      if (!Files.exists(baseline)) {
        return Optional.empty();
      }
    }
    if (!Files.exists(baseline)) {
      throw usage(baseline + ": no such file; --update-baseline makes it");
    }
    return Optional.of(Baseline.read(baseline));
  }

  /** Fails if the gate asks for grades and there are none, as sources have none. */
  void check(ScanResult result) {
    boolean hasGrades = result.totals().total() == 0 || !result.verdicts().bySite().isEmpty();
    if (failOn.needsGrades() && !hasGrades) {
      throw usage(
          "--fail-on "
              + failOn.spelling()
              + " needs grades, which only class files of libraries and applications have");
    }
  }

  /**
   * Says what failed and keeps the baseline.
   *
   * @param whole whether all sites are there, so that what is not there is gone
   */
  boolean fails(Gate gate, ScanResult result, boolean whole, OutputOptions output) {
    if (failOn == FailOn.NEVER) {
      return false;
    }
    Gate.Outcome outcome = gate.check(result);
    GateMessages messages = new GateMessages(failOn, Optional.ofNullable(baseline));
    if (update) {
      write(outcome.now());
      output.say(baseline + ": " + outcome.now().size() + " known sites");
      return false;
    }
    outcome
        .forgetful()
        .filter(kept -> whole && !kept.equals(gate.baseline().orElseThrow()))
        .ifPresent(
            kept -> {
              write(kept);
              int gone = gate.baseline().orElseThrow().size() - kept.size();
              messages.forgotten(gone).ifPresent(output::say);
            });
    messages.of(outcome).forEach(output::say);
    return outcome.fails();
  }

  private void write(Baseline known) {
    try {
      known.writeTo(baseline);
    } catch (IOException e) {
      throw new OutputFailure(baseline, e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  static final class FailOnChoices extends Choices<FailOn> {

    FailOnChoices() {
      super(FailOn.values(), FailOn::spelling);
    }

    @Override
    Optional<FailOn> find(String word) {
      return FailOn.of(word);
    }
  }

  /** What a gate says on stderr: why it failed, and what it passed over. */
  private static final class GateMessages {

    private static final int SHOWN = 20;

    private final FailOn failOn;
    private final Optional<Path> baseline;

    GateMessages(FailOn failOn, Optional<Path> baseline) {
      this.failOn = failOn;
      this.baseline = baseline;
    }

    List<String> of(Outcome outcome) {
      List<String> lines = new ArrayList<>();
      outcome
          .ended()
          .forEach(
              one ->
                  lines.add(
                      "suppression in line "
                          + one.line()
                          + " ended on "
                          + one.until().orElseThrow()
                          + ": "
                          + one.what()));
      outcome
          .unused()
          .forEach(
              one ->
                  lines.add("suppression in line " + one.line() + " is not needed: " + one.what()));
      if (outcome.fails()) {
        lines.add(head(outcome));
        outcome.failing().stream().limit(SHOWN).map(GateMessages::site).forEach(lines::add);
        if (outcome.failing().size() > SHOWN) {
          lines.add("  and " + (outcome.failing().size() - SHOWN) + " more");
        }
      }
      return lines;
    }

    private String head(Outcome outcome) {
      long failing = outcome.failing().stream().filter(GatedPlace::isSite).count();
      long others = outcome.failing().size() - failing;
      List<String> passed = new ArrayList<>();
      if (outcome.known() > 0) {
        passed.add(outcome.known() + " known from " + baseline.map(Path::toString).orElse(""));
      }
      if (outcome.suppressed() > 0) {
        passed.add(outcome.suppressed() + " suppressed");
      }
      return "--fail-on "
          + failOn.spelling()
          + ": "
          + failing
          + (failing == 1 ? " site" : " sites")
          + (others == 0
              ? ""
              : " and " + others + (others == 1 ? " place" : " places") + " that can pin")
          + (passed.isEmpty() ? "" : " (besides " + String.join(", ", passed) + ")");
    }

    private static String site(GatedPlace site) {
      return "  "
          + site.id()
          + " "
          + site.grade().text()
          + ": "
          + site.library().nameAndVersion()
          + ": "
          + site.key();
    }

    Optional<String> forgotten(int gone) {
      return gone == 0
          ? Optional.empty()
          : Optional.of(baseline.orElseThrow() + ": forgot " + gone + " that are gone");
    }
  }
}
