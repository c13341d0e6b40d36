// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.samples.HasOwners;
import io.github.loomunpin.analyzer.samples.HasOwners.Leaf;
import io.github.loomunpin.analyzer.samples.HasOwners.Node;
import io.github.loomunpin.analyzer.samples.HasOwners.Other;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.sight.PinKind;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnerFinderTest {

  private OpenLookup open;
  private StackClasses lookup;

  @BeforeEach
  void open() throws URISyntaxException {
    open = OpenLookup.at(HasOwners.class);
    lookup = open.lookup();
  }

  @AfterEach
  void close() {
    open.close();
  }

  @Test
  void follows_the_argument_to_the_static_field_that_the_owner_locked() {
    Stacks wanted = visiting().calling(HasOwners.class, "visitsLeaf", "visit", 0);

    assertThat(owners(wanted, Leaf.class, inLeafAndRoot())).containsExactly("leaf");
  }

  @Test
  void of_two_monitors_of_one_type_none_is_surely_meant() {
    assertThat(owners(visiting(), Node.class, inLeafAndRoot())).containsExactly("perhaps root");
  }

  @Test
  void recursive_calls_are_one_monitor() {
    Stacks twice =
        stack()
            .jdk("java/lang/Thread", "sleep")
            .calling(HasOwners.class, "again", "onSpinWait", 0)
            .calling(HasOwners.class, "again", "again", 0);

    assertThat(owners(visiting(), Leaf.class, twice)).containsExactly("again");
  }

  @Test
  void another_static_field_is_another_object() {
    Stacks wanted = stack().calling(HasOwners.class, "root", "monitorenter", 0);
    Stacks inLeaf =
        stack().jdk("java/lang/Thread", "sleep").calling(HasOwners.class, "leaf", "onSpinWait", 0);

    assertThat(owners(wanted, Node.class, inLeaf)).isEmpty();
  }

  @Test
  void this_of_an_unrelated_class_is_another_object() {
    assertThat(owners(enteringUse(), Leaf.class, using(Other.class, "use"))).isEmpty();
    assertThat(owners(enteringUse(), Node.class, using(Leaf.class, "useLeaf"))).isEmpty();
  }

  @Test
  void this_of_a_class_above_or_of_unknown_ones_may_be_the_object() {
    assertThat(owners(enteringUse(), Leaf.class, using(Leaf.class, "useLeaf")))
        .containsExactly("useLeaf");
    assertThat(owners(visiting(), Leaf.class, using(Node.class, "use"))).containsExactly("use");
    assertThat(owners(visiting(), "not/There", using(Node.class, "use"))).containsExactly("use");
  }

  private static Stacks visiting() {
    return stack().calling(HasOwners.class, "visit", "monitorenter", 0);
  }

  private static Stacks enteringUse() {
    return stack().app(Node.class.getName().replace('.', '/'), "use", "()V", 0, -1);
  }

  private static Stacks using(Class<?> type, String method) {
    return stack().jdk("java/lang/Thread", "sleep").calling(type, method, "onSpinWait", 0);
  }

  private static Stacks inLeafAndRoot() {
    return stack()
        .jdk("java/lang/Thread", "sleep")
        .calling(HasOwners.class, "leaf", "onSpinWait", 0)
        .calling(HasOwners.class, "root", "leaf", 0);
  }

  private List<String> owners(Stacks wanted, Class<?> monitor, Stacks owner) {
    return owners(wanted, monitor.getName().replace('.', '/'), owner);
  }

  /** The methods whose sites are named. */
  private List<String> owners(Stacks wanted, String monitorClass, Stacks owner) {
    PinGroup doing = owner.parked(10);
    OtherThread other =
        new OtherThread("owner", 7, true, PinKind.PARKED, doing.stack(), doing.tally().span());
    PinGroup blocked = wanted.pin(PinKind.BLOCKED, 10);
    PinGroup pin =
        new PinGroup(
            new PinCause(PinKind.BLOCKED, "", monitorClass),
            blocked.stack(),
            blocked.tally(),
            "",
            Optional.of(other));
    HolderFinder finder = new HolderFinder(lookup, false);
    return new OwnerFinder(finder, lookup)
        .find(pin, finder.find(pin.cause(), pin.stack())).stream()
            .map(found -> (found.perhaps() ? "perhaps " : "") + found.holder().site().method())
            .toList();
  }
}
