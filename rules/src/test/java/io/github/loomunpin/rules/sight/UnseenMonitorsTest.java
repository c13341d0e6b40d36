// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.Samples;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where everything on a stack should be a lock of the agent, and the thread keeps its carrier. */
class UnseenMonitorsTest {

  static final class Early {
    synchronized void hold() {}

    synchronized void outer() {
      hold();
    }
  }

  private static final String EARLY = Early.class.getName().replace('.', '/');
  private static final Seen PARK = found("jdk/internal/misc/Unsafe", "park", true).asNative();
  private static final Seen HOLD = found(EARLY, "hold", false);

  private final ClassImage early;
  private final Sight sight;

  UnseenMonitorsTest() throws IOException {
    MonitorSite hold = site("hold", Decision.VIRTUAL);
    MonitorSite outer = site("outer", Decision.VIRTUAL);
    early = image(EARLY, hold, outer);
    sight = new Sight(new Found(), true);
  }

  @Test
  void where_nothing_else_pins_a_lock_is_none() {
    assertThat(kept(PARK, HOLD))
        .singleElement()
        .returns(Surety.LINE, Hold::surety)
        .satisfies(hold -> assertThat(hold.site().decision().mode()).isEqualTo(Mode.NATIVE))
        .satisfies(
            hold ->
                assertThat(hold.site().decision().reason()).contains("loaded before the agent"));
    assertThat(kept(PARK, HOLD, found(EARLY, "outer", false)))
        .extracting(Hold::surety)
        .containsExactly(Surety.ONE_OF, Surety.ONE_OF);
  }

  @Test
  void what_else_pins_is_enough() {
    assertThat(kept(PARK, HOLD, found("a/A", "<clinit>", false))).isEmpty();
    assertThat(new Sight(new Found(), false).kept(parked(PARK, HOLD), true).monitors())
        .extracting(hold -> hold.site().decision().mode())
        .containsExactly(Mode.VIRTUAL);
    assertThat(sight.kept(parked(PARK, HOLD), false).monitors()).isEmpty();
  }

  @Test
  void what_may_be_out_of_sight_is_not_claimed() {
    assertThat(kept(PARK, HOLD, new Seen("gone/A", "run", "()V", -1, -1, false, false))).isEmpty();
    assertThat(kept(PARK, HOLD, new Seen("gone/A", "run", "()V", -1, -1, false, true))).isEmpty();
    BlockedThread truncated =
        new BlockedThread(PinKind.PARKED, ClassWait.NO, List.of(PARK, HOLD), true, "");
    assertThat(sight.kept(truncated, true).monitors()).isEmpty();
  }

  @Test
  void native_code_that_waits_pins_nothing() {
    Seen read = found("java/io/FileInputStream", "readBytes", true).asNative();

    assertThat(kept(read, HOLD)).isEmpty();
  }

  @Test
  void what_the_jvm_does_not_let_a_thread_enter_is_its_monitor() {
    assertThat(kept(PinKind.BLOCKED, ClassWait.NO, HOLD, found(EARLY, "outer", false)))
        .singleElement()
        .returns(MonitorUse.WANTED, Hold::use)
        .satisfies(hold -> assertThat(hold.site().decision().mode()).isEqualTo(Mode.NATIVE));
    assertThat(
            kept(
                PinKind.BLOCKED,
                ClassWait.NO,
                found("a/A", "run", false),
                found(EARLY, "outer", false)))
        .isEmpty();
  }

  private List<Hold> kept(Seen... frames) {
    return kept(PinKind.PARKED, ClassWait.NO, frames);
  }

  private List<Hold> kept(PinKind kind, ClassWait ofClass, Seen... frames) {
    return sight
        .kept(new BlockedThread(kind, ofClass, List.of(frames), false, ""), true)
        .monitors();
  }

  private static BlockedThread parked(Seen... frames) {
    return new BlockedThread(PinKind.PARKED, ClassWait.NO, List.of(frames), false, "");
  }

  private static Seen found(String type, String method, boolean jdk) {
    return new Seen(type, method, "()V", 0, -1, false, jdk);
  }

  private static MonitorSite site(String method, Decision decision) {
    return new MonitorSite(
        EARLY,
        method,
        "()V",
        SiteKind.SYNC_METHOD,
        -1,
        -1,
        new Operand(OperandValue.Kind.THIS, EARLY, "this"),
        List.of(),
        decision);
  }

  private ClassImage image(String name, MonitorSite... sites) throws IOException {
    return ClassImage.of(
        new ClassSites(name, "", List.of(sites)),
        Samples.classFile(EARLY),
        Sameness.SAME,
        new NoClasses());
  }

  /** Finds every class but one; those without sites are all the same. */
  private final class Found implements ClassImages {

    @Override
    public Optional<ClassImage> find(StackFrame frame) {
      return frame.className().equals("gone/A") ? Optional.empty() : Optional.of(early);
    }

    @Override
    public Optional<byte[]> classFile(StackFrame frame) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> classFile(String type) {
      return Optional.empty();
    }

    @Override
    public boolean isMissing(StackFrame frame) {
      return !frame.jdk() && find(frame).isEmpty();
    }
  }
}
