// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.samples.HasArrayLocks;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasSynchronizedMethods;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.LineTables;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.BciClass;
import java.net.URISyntaxException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HolderFinderTest {

  private static final int BEFORE = 0;
  private static final int IN_OUTER = 1;
  private static final int IN_BOTH = 2;
  private static final int AFTER = 3;

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
  void names_the_block_whose_region_holds_the_call() {
    assertThat(find(sleepingAt(IN_OUTER)))
        .extracting(holder -> holder.site().operand().describe())
        .containsExactly("outer: StringBuilder");
  }

  @Test
  void names_both_of_two_nested_blocks() {
    assertThat(find(sleepingAt(IN_BOTH)))
        .extracting(holder -> holder.site().operand().describe())
        .containsExactlyInAnyOrder("outer: StringBuilder", "this");
  }

  @Test
  void names_none_before_and_after_a_block() {
    assertThat(find(sleepingAt(BEFORE))).isEmpty();
    assertThat(find(sleepingAt(AFTER))).isEmpty();
  }

  @Test
  void finds_a_holder_far_from_the_call_that_blocks() {
    Stacks stack = stack().jdk("java/lang/Thread", "sleep");
    for (int i = 0; i < 100; i++) {
      stack.calling(HasNoSites.class, "run", "run", 0);
    }

    List<Holder> holders =
        find(stack.calling(HasNestedBlocks.class, "blocks", "run", IN_OUTER).parked(10));

    assertThat(holders).extracting(Holder::depth).containsExactly(101);
  }

  @Test
  void a_synchronized_method_holds_at_every_index() {
    PinGroup pin =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .app(nameOf(HasSynchronizedMethods.class), "instance", "(I)I", 1, -1)
            .parked(10);

    assertThat(find(pin)).extracting(holder -> holder.site().method()).containsExactly("instance");
  }

  @Test
  void another_overload_is_another_method() {
    PinGroup pin =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .app(nameOf(HasSynchronizedMethods.class), "instance", "(J)I", 1, -1)
            .parked(10);

    assertThat(find(pin)).isEmpty();
  }

  @Test
  void falls_back_to_the_line_when_the_loaded_class_was_rewritten() {
    PinGroup inBoth =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .callingMoved(HasNestedBlocks.class, "blocks", "run", IN_BOTH)
            .parked(10);
    PinGroup after =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .callingMoved(HasNestedBlocks.class, "blocks", "run", BEFORE)
            .parked(10);

    assertThat(find(inBoth))
        .hasSize(2)
        .extracting(holder -> holder.hold().surety())
        .containsOnly(Surety.LINE);
    assertThat(find(after)).isEmpty();
  }

  @Test
  void a_thread_blocked_at_a_block_does_not_hold_it() {
    PinGroup outer =
        stack()
            .calling(HasNestedBlocks.class, "blocks", "monitorenter", 0)
            .pin(PinKind.BLOCKED, 10);
    PinGroup inner =
        stack()
            .calling(HasNestedBlocks.class, "blocks", "monitorenter", 1)
            .pin(PinKind.BLOCKED, 10);

    assertThat(find(outer))
        .extracting(holder -> holder.site().operand().describe())
        .containsExactly("outer: StringBuilder");
    assertThat(find(inner))
        .extracting(holder -> holder.use() + " " + holder.site().operand().describe())
        .containsExactly("WANTED this", "HELD outer: StringBuilder");
  }

  @Test
  void a_thread_blocked_at_a_block_may_be_recorded_behind_the_instruction() {
    PinGroup at =
        stack()
            .calling(HasNestedBlocks.class, "blocks", "monitorenter", 1)
            .pin(PinKind.BLOCKED, 10);
    Frame frame = at.stack().frames().getFirst();
    int bci = frame.bci() + 1;
    int line =
        LineTables.of(BciClass.read(TestArchives.bytesOf(HasNestedBlocks.class)))
            .lineAt(frame.method(), frame.descriptor(), bci);
    PinGroup behind =
        stack()
            .app(frame.className(), frame.method(), frame.descriptor(), bci, line)
            .pin(PinKind.BLOCKED, 10);

    assertThat(find(behind)).isEqualTo(find(at)).first().returns(MonitorUse.WANTED, Holder::use);
  }

  @Test
  void a_thread_blocked_at_a_synchronized_method_is_counted_once() {
    PinGroup pin =
        stack()
            .app(nameOf(HasSynchronizedMethods.class), "instance", "(I)I", 0, -1)
            .pin(PinKind.BLOCKED, 10);

    assertThat(find(pin)).hasSize(1);
  }

  @Test
  void a_waiting_thread_is_pinned_by_the_wait_and_by_what_else_it_holds() {
    PinGroup pin =
        stack()
            .nativeMethod("java/lang/Object", "wait0")
            .jdk("java/lang/Object", "wait")
            .calling(HasWait.class, "await", "wait", 0)
            .pin(PinKind.WAITING, 10);

    assertThat(find(pin))
        .extracting(holder -> holder.use() + " " + holder.site().operand().describe())
        .containsExactly("AWAITED queue: StringBuilder", "HELD this");
  }

  @Test
  void a_thread_blocked_at_an_int_array_of_the_program_does_not_wait_for_a_class() {
    PinGroup before = enteringArray("declared", 0);
    PinGroup behind = enteringArray("declared", 1);

    assertThat(find(before)).isEqualTo(find(behind));
    assertThat(find(behind))
        .extracting(holder -> holder.use() + " " + holder.site().operand().describe())
        .containsExactly("WANTED array: int[]");
  }

  @Test
  void a_thread_that_seems_to_enter_an_int_array_elsewhere_waits_for_a_class() {
    assertThat(classWait(enteringArray("other", 1))).isEqualTo(ClassWait.YES);
    assertThat(classWait(ofIntArray(stack().calling(HasNoSites.class, "run", "run", 0))))
        .isEqualTo(ClassWait.YES);
  }

  @Test
  void where_a_class_may_be_needed_behind_the_monitor_of_any_object_it_is_not_known_which() {
    assertThat(classWait(enteringArray("hidden", 0))).isEqualTo(ClassWait.NO);
    assertThat(classWait(enteringArray("hidden", 1))).isEqualTo(ClassWait.UNKNOWN);
    assertThat(classWait(enteringArray("plain", 1))).isEqualTo(ClassWait.NO);
  }

  @Test
  void without_its_class_it_is_not_known_whether_a_thread_waits_for_another() {
    PinGroup pin = ofIntArray(stack().app("not/There", "run", "()V", 4, 7));

    assertThat(classWait(pin)).isEqualTo(ClassWait.UNKNOWN);
    assertThat(find(pin)).isEmpty();
  }

  private ClassWait classWait(PinGroup pin) {
    return new HolderFinder(lookup, false).kept(pin, true).ofClass();
  }

  /** Blocked at the only block of a method, so many bytes behind the instruction that enters it. */
  private static PinGroup enteringArray(String method, int behind) {
    Frame at =
        stack()
            .calling(HasArrayLocks.class, method, "monitorenter", 0)
            .pin(PinKind.BLOCKED, 10)
            .stack()
            .frames()
            .getFirst();
    int bci = at.bci() + behind;
    int line =
        LineTables.of(BciClass.read(TestArchives.bytesOf(HasArrayLocks.class)))
            .lineAt(method, at.descriptor(), bci);
    return ofIntArray(stack().app(at.className(), method, at.descriptor(), bci, line));
  }

  private static PinGroup ofIntArray(Stacks stack) {
    PinGroup pin = stack.pin(PinKind.BLOCKED, 10);
    return new PinGroup(new PinCause(PinKind.BLOCKED, "", "[I"), pin.stack(), pin.tally());
  }

  @Test
  void what_the_agent_converted_holds_nothing() {
    PinGroup pin = sleepingAt(IN_BOTH);

    assertThat(new HolderFinder(lookup, true).find(pin.cause(), pin.stack())).isEmpty();
  }

  @Test
  void a_monitor_of_the_jdk_is_named_and_stays_native() {
    PinGroup pin =
        stack()
            .jdk("java/util/Hashtable", "get", "(Ljava/lang/Object;)Ljava/lang/Object;")
            .parked(10);

    assertThat(find(pin))
        .extracting(holder -> holder.library().name() + " " + holder.site().decision().mode())
        .containsExactly("java.base NATIVE");
  }

  @Test
  void a_class_added_to_a_loader_of_the_jdk_is_looked_for_on_the_class_path() {
    PinGroup pin =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .jdk(nameOf(HasSynchronizedMethods.class), "instance", "(I)I")
            .parked(10);

    assertThat(find(pin))
        .extracting(h -> h.site().method() + ": " + h.site().decision().reason())
        .containsExactly(
            "instance: " + HasSynchronizedMethods.class.getName() + " is in a loader of the JDK");
  }

  @Test
  void only_what_no_module_of_the_jdk_can_have_is_missing_in_its_loaders() {
    find(
        stack()
            .jdk("java/lang/Thread", "sleep")
            .jdk("java/lang/invoke/LambdaForm$MH+0x1/2", "invoke")
            .jdk("java/lang/invoke/BoundMethodHandle$Species_LLI", "make")
            .jdk("jdk/proxy2/$Proxy3", "run")
            .jdk("io/github/loomunpin/agent/runtime/Unpin", "enter")
            .jdk("telemetry/boot/Helper", "call")
            .parked(10));

    assertThat(lookup.missing()).containsExactly("telemetry/boot/Helper");
  }

  @Test
  void a_method_with_other_flags_is_of_another_class_unless_the_agent_changed_them() {
    PinGroup pin = notSynchronized();

    HolderFinder finder = new HolderFinder(lookup, false);
    assertThat(finder.find(pin.cause(), pin.stack())).isEmpty();
    assertThat(finder.misfits().clauses())
        .singleElement()
        .asString()
        .contains("is not the version");
    HolderFinder withAgent =
        new HolderFinder(OpenLookup.classes(open.classPath(), Sameness.PERHAPS), true);
    withAgent.find(pin.cause(), pin.stack());
    assertThat(withAgent.misfits().clauses()).isEmpty();
  }

  private static PinGroup notSynchronized() {
    Frame asIs =
        stack()
            .app(nameOf(HasSynchronizedMethods.class), "instance", "(I)I", 1, -1)
            .parked(10)
            .stack()
            .frames()
            .getFirst();
    Frame other =
        new Frame(asIs.className(), asIs.method(), asIs.descriptor(), 1, -1, false, false, 1);
    return new PinGroup(
        PinCause.of(PinKind.PARKED), new Stack(List.of(other), false), Stacks.tally(10));
  }

  private static PinGroup sleepingAt(int call) {
    return stack()
        .jdk("java/lang/VirtualThread", "parkOnCarrierThread")
        .jdk("java/lang/Thread", "sleep")
        .calling(HasNestedBlocks.class, "blocks", "run", call)
        .parked(10);
  }

  private List<Holder> find(PinGroup pin) {
    return new HolderFinder(lookup, false).find(pin.cause(), pin.stack());
  }

  private static String nameOf(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
