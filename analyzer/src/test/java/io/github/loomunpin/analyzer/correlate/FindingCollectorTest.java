// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.correlate.OtherCause.OtherCauses;
import io.github.loomunpin.analyzer.correlate.OwnerFinder.Owner;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FindingCollectorTest {

  private final FindingCollector collector = new FindingCollector(AdviceBook.load());
  private OpenLookup open;
  private StackClasses lookup;

  @BeforeEach
  void open() throws URISyntaxException {
    open = OpenLookup.at(HasWait.class);
    lookup = open.lookup();
  }

  @AfterEach
  void close() {
    open.close();
  }

  @Test
  void adds_up_pins_of_one_site_from_different_stacks() {
    add(sleeping().calling(HasNestedBlocks.class, "blocks", "run", 1).parked(10));
    add(
        sleeping()
            .calling(HasNoSites.class, "run", "run", 0)
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .parked(30));

    assertThat(collector.findings())
        .singleElement()
        .returns(Stacks.tally(10).plus(Stacks.tally(30)), Finding::tally)
        .returns(2L, Finding::alone)
        .returns(2, Finding::sampleDepth)
        .satisfies(
            finding ->
                assertThat(finding.blockedIn())
                    .extracting(blocked -> blocked.caller().orElseThrow().method())
                    .containsExactly("run", "blocks"));
    assertThat(collector.outlook().end().count()).isEqualTo(2);
  }

  @Test
  void a_pin_under_two_monitors_counts_for_both_and_is_alone_for_neither() {
    add(sleeping().calling(HasNestedBlocks.class, "blocks", "run", 2).parked(10));

    assertThat(collector.findings())
        .hasSize(2)
        .allSatisfy(finding -> assertThat(finding.alone()).isZero());
  }

  @Test
  void a_recursive_call_counts_once() {
    add(
        sleeping()
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .parked(10));

    assertThat(collector.findings())
        .singleElement()
        .returns(1L, finding -> finding.tally().count());
  }

  @Test
  void copies_of_a_finally_block_are_one_site_and_other_lines_are_not() {
    for (int[] place : new int[][] {{10, 4}, {30, 4}, {50, 5}}) {
      Holder copy = Holders.block(place[0], place[1]);
      collector.add(sleeping().parked(10), List.of(copy), nothingElse());
    }

    assertThat(collector.findings())
        .extracting(finding -> finding.site().line() + ": " + finding.tally().count())
        .containsExactly("4: 2", "5: 1");
    assertThat(collector.unpinSteps()).hasSize(2);
  }

  private OtherCause nothingElse() {
    return otherCause(sleeping().parked(10));
  }

  private OtherCause otherCause(PinGroup pin) {
    HolderFinder finder = new HolderFinder(lookup, false);
    return new OtherCauses(lookup, finder).of(pin, finder.kept(pin, true));
  }

  @Test
  void the_first_use_of_a_class_is_one_also_where_the_code_loads_it() {
    PinGroup initializes = sleeping().app("any/Type", "<clinit>", "()V", 3, 7).parked(1);
    PinGroup loads =
        sleeping()
            .app("any/Plugins", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", 3, 7)
            .app("any/Plugins", "load", "()V", 3, 9)
            .parked(1);

    assertThat(otherCause(initializes)).returns(true, OtherCause::ofClasses);
    assertThat(otherCause(loads))
        .returns(true, OtherCause::ofClasses)
        .returns(PinReason.NOT_ON_CLASS_PATH, OtherCause::reason);
    assertThat(nothingElse()).returns(false, OtherCause::ofClasses);
  }

  @Test
  void most_pinned_time_comes_first() {
    add(sleeping().calling(HasNestedBlocks.class, "blocks", "run", 1).parked(10));
    add(
        stack()
            .jdk("java/lang/Object", "wait")
            .calling(HasWait.class, "await", "wait", 0)
            .pin(PinKind.WAITING, 50));

    assertThat(collector.findings())
        .extracting(finding -> finding.site().method())
        .containsExactly("await", "await", "blocks");
  }

  @Test
  void says_why_no_holder_was_found() {
    add(sleeping().calling(HasNoSites.class, "run", "run", 0).parked(1));
    add(sleeping().app("gone/From", "here", "()V", 3, 7).parked(1));
    add(sleeping().calling(HasNoSites.class, "run", "run", 0).truncated(1));
    add(stack().parked(1));
    add(
        sleeping()
            .app("any/Type", "<clinit>", "()V", 3, 7)
            .calling(HasNoSites.class, "run", "run", 0)
            .parked(1));
    add(
        sleeping()
            .app("any/Type", "callback", "()V", 3, 7)
            .nativeMethod("any/Library", "call")
            .parked(1));
    add(
        new PinGroup(
            new PinCause(PinKind.PARKED, "Native frame on stack", ""),
            new Stack(List.of(), false),
            Stacks.tally(1)));

    assertThat(collector.findings()).isEmpty();
    assertThat(collector.unexplained())
        .extracting(Unexplained::reason)
        .containsExactlyInAnyOrder(
            PinReason.NO_HOLDER,
            PinReason.NOT_ON_CLASS_PATH,
            PinReason.TRUNCATED_STACK,
            PinReason.NO_STACK,
            PinReason.CLASS_INITIALIZER,
            PinReason.NATIVE_FRAME,
            PinReason.NOT_A_MONITOR);
    assertThat(collector.outlook().stay().count()).isEqualTo(3);
    assertThat(collector.outlook().unknown().count()).isEqualTo(4);
  }

  @Test
  void what_the_stack_shows_is_more_than_what_the_jvm_says() {
    PinGroup pin =
        sleeping()
            .app("any/Type", "<clinit>", "()V", 3, 7)
            .calling(HasNoSites.class, "run", "run", 0)
            .parked(1);
    add(
        new PinGroup(
            new PinCause(pin.kind(), "Native or VM frame on stack", ""), pin.stack(), pin.tally()));

    assertThat(collector.unexplained())
        .singleElement()
        .returns(PinReason.CLASS_INITIALIZER, Unexplained::reason)
        .returns(
            "in the static initializer of any.Type (the JVM says: Native or VM frame on stack)",
            Unexplained::detail);
  }

  @Test
  void a_wait_of_the_jvm_for_a_class_is_not_a_monitor_of_the_application() {
    PinGroup pin =
        stack()
            .jdk("sun/nio/ch/NioSocketImpl", "park")
            .calling(HasNoSites.class, "run", "run", 0)
            .pin(PinKind.WAITING, 10);
    add(new PinGroup(new PinCause(pin.kind(), "", "[I"), pin.stack(), pin.tally()));

    assertThat(collector.unexplained())
        .extracting(Unexplained::detail)
        .containsExactly("waits for another thread to initialize a class");
  }

  @Test
  void where_a_class_was_not_found_there_may_be_further_monitors() {
    PinGroup pin =
        sleeping()
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .app("plug/In", "run", "()V", 3, 7)
            .parked(10);
    addMaybeHidden(pin);

    assertThat(collector.outlook().cutOff().count()).isEqualTo(1);
    assertThat(collector.outlook().end().count()).isZero();
    assertThat(collector.findings())
        .singleElement()
        .returns(0L, Finding::alone)
        .returns(1L, Finding::cutOff);
  }

  @Test
  void proxies_that_were_not_found_hide_no_monitor() {
    addMaybeHidden(
        sleeping()
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .app("shop/Cart$$SpringCGLIB$$0", "run", "()V", 3, 7)
            .app("shop/Cart$$Lambda/0x0001", "run", "()V", 3, 7)
            .parked(10));

    assertThat(collector.outlook().end().count()).isEqualTo(1);
  }

  private void addMaybeHidden(PinGroup pin) {
    HolderFinder finder = new HolderFinder(lookup, false);
    OtherCause none = new OtherCause(PinReason.NO_HOLDER, "");
    collector.add(
        new JoinedPin(
            pin,
            finder.find(pin.cause(), pin.stack()),
            none,
            List.of(),
            finder.mayHideMonitor(pin.stack())));
  }

  @Test
  void the_end_of_every_virtual_thread_is_no_native_frame() {
    add(
        sleeping()
            .calling(HasNoSites.class, "run", "run", 0)
            .nativeMethod("jdk/internal/vm/Continuation", "enterSpecial")
            .parked(1));

    assertThat(collector.unexplained())
        .extracting(Unexplained::reason)
        .containsExactly(PinReason.NO_HOLDER);
  }

  @Test
  void a_thread_that_the_jvm_lets_enter_a_monitor_where_its_code_enters_none_waits_for_a_loader() {
    add(stack().calling(HasNestedBlocks.class, "blocks", "run", 1).pin(PinKind.BLOCKED, 10));

    assertThat(collector.unexplained()).isEmpty();
    assertThat(collector.findings().getFirst().otherCauses())
        .containsExactly("waits for another thread to load a class");
  }

  @Test
  void a_frame_that_waits_for_a_monitor_is_none_that_holds_it() {
    PinGroup pin =
        stack()
            .app("a/B", "wants", "()V", 0, 1)
            .app("a/B", "holds", "()V", 0, 2)
            .pin(PinKind.BLOCKED, 50);

    collector.add(
        pin,
        List.of(
            Holders.holder("wants", MonitorUse.WANTED, 0),
            Holders.holder("holds", MonitorUse.HELD, 1)),
        nothingElse());

    assertThat(collector.findings())
        .hasSize(2)
        .allSatisfy(finding -> assertThat(finding.sampleHolders()).containsExactly(1));
  }

  @Test
  void the_thread_of_an_owners_stack_is_called_by_its_name() {
    PinGroup doing = sleeping().parked(10);
    OtherThread other =
        new OtherThread("owner", 7, true, PinKind.PARKED, doing.stack(), doing.tally().span());
    Stack waiting = stack().app("a/B", "wants", "()V", 0, 1).parked(10).stack();
    PinGroup pin =
        new PinGroup(
            PinCause.of(PinKind.BLOCKED), waiting, doing.tally(), "waiter", Optional.of(other));
    Holder owner = Holders.holder("owns", MonitorUse.HELD, 0);

    collector.add(
        new JoinedPin(
            pin,
            List.of(Holders.holder("wants", MonitorUse.WANTED, 0)),
            nothingElse(),
            List.of(new Owner(owner, other, false))));

    assertThat(collector.findings()).singleElement().returns("owner", Finding::thread);
  }

  @Test
  void a_static_initializer_pins_whatever_becomes_of_the_monitors() {
    add(
        sleeping()
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .app("any/Type", "<clinit>", "()V", 3, 7)
            .parked(1));

    assertThat(collector.findings()).singleElement().returns(0L, Finding::alone);
    assertThat(collector.outlook().stay().count()).isEqualTo(1);
  }

  @Test
  void
      a_monitor_of_the_jdk_is_shown_with_the_code_that_called_it_and_with_its_share_of_what_stays() {
    for (int line : new int[] {8, 8, 9}) {
      collector.add(
          sleeping()
              .app("a/Nap", "nap", "()V", 1, 3)
              .jdk("java/util/Hashtable", "computeIfAbsent")
              .app("a/Shop", "price", "()V", 1, line)
              .parked(10),
          List.of(Holders.ofJdk("computeIfAbsent", 2)),
          nothingElse());
    }
    add(
        sleeping()
            .calling(HasNestedBlocks.class, "blocks", "run", 1)
            .app("any/Type", "<clinit>", "()V", 3, 7)
            .parked(50));

    Finding ofJdk = collector.findings().getLast();
    assertThat(ofJdk.callers())
        .extracting(caller -> caller.frame().line() + ": " + caller.tally().count())
        .containsExactly("8: 2", "9: 1");
    assertThat(collector.findings().getFirst().callers()).isEmpty();
    assertThat(collector.staying())
        .extracting(
            staying ->
                staying.tally().count()
                    + " × "
                    + staying.monitor().map(f -> f.site().method()).orElse("" + staying.reason()))
        .containsExactly("1 × CLASS_INITIALIZER", "3 × computeIfAbsent");
  }

  @Test
  void what_stays_is_due_to_the_monitor_that_the_agent_leaves() {
    collector.add(
        sleeping().parked(10),
        List.of(Holders.block(10, 4), Holders.ofJdk("computeIfAbsent", 2)),
        nothingElse());

    assertThat(collector.staying())
        .extracting(staying -> staying.monitor().orElseThrow().site().method())
        .containsExactly("computeIfAbsent");
  }

  private static Stacks sleeping() {
    return stack().jdk("java/lang/Thread", "sleep");
  }

  private void add(PinGroup pin) {
    HolderFinder finder = new HolderFinder(lookup, false);
    KeptCarrier kept = finder.kept(pin, true);
    collector.add(
        pin,
        finder.holders(kept.monitors(), pin.stack()),
        new OtherCauses(lookup, finder).of(pin, kept));
  }
}
