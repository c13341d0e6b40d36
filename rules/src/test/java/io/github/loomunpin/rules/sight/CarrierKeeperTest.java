// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarrierKeeperTest {

  private static final Seen PARK = jdk("jdk/internal/misc/Unsafe", "park").asNative();
  private static final Seen FIRST = jdk("jdk/internal/vm/Continuation", "enterSpecial").asNative();

  private final Sight sight = new Sight(new NoClasses(), false);

  @Test
  void what_blocks_and_what_every_virtual_thread_begins_with_is_no_native_frame() {
    assertThat(kept(PARK, app("a/A", "run"), FIRST).others()).isEmpty();
  }

  @Test
  void the_innermost_comes_first() {
    KeptCarrier kept =
        kept(
            PARK,
            app("a/A", "back"),
            app("a/A", "call").asNative(),
            app("a/A", "<clinit>"),
            app("a/B", "run"));

    assertThat(kept.others())
        .extracting(keeper -> keeper.kind() + " " + keeper.depth())
        .containsExactly("NATIVE_FRAME 2", "CLASS_INITIALIZER 3");
  }

  @Test
  void a_loader_that_no_loader_called_was_called_by_the_jvm() {
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), app("a/Shop", "sell")))
        .containsExactly(Kind.CLASS_LOADING);
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), app("a/Plugins", "reload"))).isEmpty();
    assertThat(kinds(PARK, app("a/Plugins", "loadClass"), jdk("java/lang/Class", "find")))
        .isEmpty();
  }

  @Test
  void the_jvm_links_calls_and_has_agents_transform_classes() {
    assertThat(
            kinds(
                PARK,
                jdk("java/lang/invoke/MethodHandleNatives", "linkCallSite"),
                app("a/Shop", "sell")))
        .containsExactly(Kind.CALL_LINKING);
    assertThat(
            kinds(
                PARK,
                jdk("sun/instrument/InstrumentationImpl", "transform"),
                app("a/Shop", "sell")))
        .containsExactly(Kind.CLASS_TRANSFORMATION);
  }

  @Test
  void a_foreign_function_is_guessed_where_nothing_else_explains_the_pin() {
    Seen handle = jdk("java/lang/invoke/MethodHandle", "invokeWithArguments");

    assertThat(kinds(PARK, app("a/A", "compare"), handle, app("a/A", "sort")))
        .containsExactly(Kind.FOREIGN_FUNCTION);
    assertThat(kinds(PARK, app("a/A", "compare"), handle, app("a/A", "<clinit>")))
        .containsExactly(Kind.CLASS_INITIALIZER);
  }

  @Test
  void a_stack_without_frames_tells_nothing() {
    for (ClassWait ofClass : ClassWait.values()) {
      BlockedThread thread = new BlockedThread(PinKind.BLOCKED, ofClass, List.of(), true, "");

      assertThat(sight.kept(thread, true))
          .isEqualTo(new KeptCarrier(List.of(), List.of(), ofClass));
    }
  }

  @Test
  void who_waits_for_a_class_is_kept_by_that() {
    BlockedThread thread =
        new BlockedThread(PinKind.BLOCKED, ClassWait.YES, List.of(app("a/A", "run")), false, "");

    assertThat(sight.kept(thread, true).other()).map(CarrierKeeper::kind).contains(Kind.CLASS_WAIT);
  }

  @Test
  void what_the_agent_decides_by_the_object_is_a_lock_where_the_pin_is_explained() {
    Sight converting = new Sight(new NoClasses(), true);

    assertThat(converting.isLock(site(Decision.VIRTUAL), false)).isTrue();
    assertThat(converting.isLock(site(Decision.atRunTime("any")), false)).isFalse();
    assertThat(converting.isLock(site(Decision.atRunTime("any")), true)).isTrue();
    assertThat(converting.isLock(site(Decision.nativeBecause("so")), true)).isFalse();
    assertThat(sight.isLock(site(Decision.VIRTUAL), true)).isFalse();
  }

  private static MonitorSite site(Decision decision) {
    return new MonitorSite(
        "a/A",
        "run",
        "()V",
        SiteKind.SYNC_METHOD,
        -1,
        7,
        new Operand(OperandValue.Kind.THIS, "a/A", "this"),
        List.of(),
        decision);
  }

  private static Seen app(String type, String method) {
    return new Seen(type, method, "", -1, -1, false, false);
  }

  private static Seen jdk(String type, String method) {
    return new Seen(type, method, "", -1, -1, false, true);
  }

  private KeptCarrier kept(Seen... frames) {
    return sight.kept(
        new BlockedThread(PinKind.PARKED, ClassWait.NO, List.of(frames), false, ""), true);
  }

  private List<Kind> kinds(Seen... frames) {
    return kept(frames).others().stream().map(CarrierKeeper::kind).toList();
  }
}
