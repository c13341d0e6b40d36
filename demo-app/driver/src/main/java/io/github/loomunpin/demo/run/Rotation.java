// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Measures runs that are compared with each other in turn: all applications are up at once, and
 * while one is asked the others have nothing to do. So whatever changes on the machine meanwhile
 * changes all of them alike.
 */
public final class Rotation {

  /** A run, and what makes it. */
  public record Part(Runner runner, Run run) {}

  /**
   * What came of a run.
   *
   * @param observed empty if it did not come to its end
   * @param failure what kept it from its end
   */
  public record Ending(Run run, Optional<Observed> observed, Optional<Exception> failure) {}

  private final List<Member> members;
  private final int times;

  private Rotation(List<Part> parts, int times) {
    members = parts.stream().map(Member::new).toList();
    this.times = times;
  }

  /**
   * Returns when all applications have ended.
   *
   * @param times how often each is measured
   * @return in the order of the parts; one that fails keeps no other from its end
   */
  public static List<Ending> make(List<Part> parts, int times) throws InterruptedException {
    return new Rotation(parts, times).make();
  }

  private List<Ending> make() throws InterruptedException {
    try {
      each(members, Member::start);
      while (members.stream().anyMatch(Member::isCold)) {
        each(members.stream().filter(Member::isCold).toList(), Member::warmUp);
      }
      for (int time = 0; time < times; time++) {
        // To and fro, so that none is always the first after a longer pause.
        each(time % 2 == 0 ? members : members.reversed(), Member::measure);
      }
      each(members, Member::end);
    } finally {
      members.forEach(Member::close);
    }
    return members.stream().map(Member::ending).toList();
  }

  private interface Step {
    void of(Member member) throws IOException, InterruptedException;
  }

  private static void each(List<Member> some, Step step) throws InterruptedException {
    for (var member : some) {
      if (member.failure.isEmpty()) {
        try {
          step.of(member);
        } catch (IOException | RuntimeException e) {
          member.fail(e);
        }
      }
    }
  }

  private static final class Member {

    private final Part part;
    private Optional<MeasuredJvm> jvm = Optional.empty();
    private Optional<Observed> observed = Optional.empty();
    private Optional<Exception> failure = Optional.empty();

    private Member(Part part) {
      this.part = part;
    }

    private MeasuredJvm jvm() {
      return jvm.orElseThrow();
    }

    private void start() throws IOException, InterruptedException {
      jvm = Optional.of(MeasuredJvm.start(part.runner(), part.run(), true));
    }

    private boolean isCold() {
      return failure.isEmpty() && !jvm().warmUp().isOver();
    }

    private void warmUp() throws InterruptedException {
      jvm().warmUp().turn();
    }

    private void measure() throws IOException, InterruptedException {
      jvm().measure();
    }

    private void end() throws IOException, InterruptedException {
      jvm().end();
      observed = Optional.of(jvm().observed());
      close();
    }

    private void fail(Exception e) {
      failure = Optional.of(e);
      close();
    }

    private Ending ending() {
      return new Ending(part.run(), observed, failure);
    }

    private void close() {
      jvm.ifPresent(MeasuredJvm::close);
      jvm = Optional.empty();
    }
  }
}
