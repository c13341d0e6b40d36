// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Stacks.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Surety;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The JDK that ran is not on this machine. */
class OtherJdkTest {

  private ClassPath classPath;
  private HolderFinder finder;

  @BeforeEach
  void open() throws URISyntaxException {
    Path classes =
        Path.of(HasNestedBlocks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    classPath = ClassPath.open(List.of(classes.toString()), ReadOptions.DEFAULT, new Gaps());
    finder =
        new HolderFinder(
            new StackClasses(
                classPath,
                JdkImage.running(),
                Sameness.OTHER_VERSION,
                Sameness.SAME_FLAGS,
                KeptNative.NONE),
            false);
  }

  @AfterEach
  void close() {
    classPath.close();
  }

  @Test
  void a_monitor_of_its_code_is_held_perhaps_and_no_version_of_it_is_named() {
    PinGroup pin = hashtable(stack().jdk("java/lang/Thread", "sleep")).parked(10);

    assertThat(finder.find(pin.cause(), pin.stack()))
        .singleElement()
        .returns("elements", holder -> holder.site().method())
        .returns(Surety.POSSIBLE, holder -> holder.hold().surety())
        .returns(-1, holder -> holder.site().line())
        .returns(true, Holder::isOfOtherJdk);
    assertThat(finder.misfits().clauses()).isEmpty();
  }

  @Test
  void a_monitor_of_the_application_is_enough() {
    Stacks stack =
        hashtable(stack().jdk("java/lang/Thread", "sleep"))
            .calling(HasNestedBlocks.class, "blocks", "run", 1);
    PinGroup pin = stack.parked(10);

    assertThat(finder.find(pin.cause(), pin.stack()))
        .extracting(holder -> holder.site().method())
        .containsExactly("blocks");
  }

  @Test
  void the_agent_ends_such_pins_as_far_as_is_known() {
    FindingCollector collector = new FindingCollector(AdviceBook.load());
    Holder ofJdk = Holders.ofJdk("elements", 1);
    Hold hold = ofJdk.hold();
    Holder other =
        new Holder(
            ofJdk.library().withoutVersion(),
            new Hold(
                hold.site().decided(Decision.VIRTUAL),
                hold.sourceFile(),
                hold.surety(),
                hold.use(),
                hold.depth()));

    collector.add(stack().parked(10), List.of(other), new OtherCause(PinReason.NO_HOLDER, "none"));

    assertThat(collector.outlook().cutOff().count()).isEqualTo(1);
    assertThat(collector.findings().getFirst().alone()).isEqualTo(1);
  }

  private static Stacks hashtable(Stacks beneath) {
    return beneath.jdk("java/util/Hashtable", "elements", "()Ljava/util/Enumeration;");
  }
}
