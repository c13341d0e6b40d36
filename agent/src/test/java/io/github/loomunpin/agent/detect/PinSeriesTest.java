// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.agent.detect.PinSeries.Label;
import io.github.loomunpin.agent.detect.PinSeries.Series;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinSeriesTest {

  private static final long MILLI = 1_000_000;
  private static final Label REST = new Label("other", "other", "other");

  private final PinSeries all = new PinSeries();

  @Test
  void a_pin_is_in_the_series_of_the_monitor_that_keeps_it_from_ending() throws Exception {
    add(
        holder("com/acme/A", "take", Decision.VIRTUAL),
        holder("com/acme/B", "take", Decision.atRunTime("any")),
        holder("com/acme/C", "take", Decision.nativeBecause("so")));
    add(
        holder("com/acme/A", "take", Decision.VIRTUAL),
        holder("com/acme/B", "take", Decision.atRunTime("any")));
    add(
        holder("com/acme/A", "take", Decision.VIRTUAL),
        holder("com/acme/D", "take", Decision.VIRTUAL));
    add(holder("com/acme/A", "take", Decision.VIRTUAL));

    assertThat(all.await(0))
        .extracting(Series::label)
        .containsExactly(
            new Label("com.acme.C.take", "app-1.jar", "no"),
            new Label("com.acme.B.take", "app-1.jar", "depends"),
            new Label("com.acme.A.take", "app-1.jar", "yes"));
    assertThat(all.await(0)).extracting(Series::pins).containsExactly(1L, 1L, 2L);
    assertThat(all.await(0).get(2).millis()).isEqualTo(60);
    assertThat(all.await(0).get(2).longestMillis()).isEqualTo(30);
  }

  @Test
  void what_no_monitor_pins_is_named_as_well() throws Exception {
    SeenFrame inside = new SeenFrame("a/Called", "back", "()V", 0, 3, false, false, "app");
    SeenFrame called = new SeenFrame("a/Native", "call", "()V", 0, -2, false, true, "app");
    SeenPin pin = new SeenPin(PinKind.PARKED, "", ClassWait.NO, List.of(inside, called), false);

    CarrierKeeper keeper = new CarrierKeeper(Kind.NATIVE_FRAME, 1, Surety.SAID, "");
    all.add(pin, Blame.kept(keeper, "under it"), 30 * MILLI);
    all.add(pin, Blame.otherwise(PinReason.NO_HOLDER, "who knows"), 30 * MILLI);

    assertThat(all.await(0))
        .extracting(Series::label)
        .containsExactly(
            new Label("a.Native.call", "none", "no"), new Label("unknown", "none", "unknown"));
  }

  @Test
  void there_are_never_more_series_than_that_and_none_of_the_pins_is_lost() throws Exception {
    all.open();
    for (int i = 0; i < 3 * PinSeries.MOST; i++) {
      add(holder("a/C" + i, "take", Decision.VIRTUAL));
    }

    List<Series> series = all.await(0);
    assertThat(series).hasSize(PinSeries.MOST);
    assertThat(series.get(0).label()).isEqualTo(REST);
    assertThat(series.get(0).pins()).isEqualTo(2 * PinSeries.MOST + 1);
    assertThat(series.stream().mapToLong(Series::pins).sum()).isEqualTo(3 * PinSeries.MOST);
  }

  @Test
  void without_pins_there_is_the_series_of_the_rest() throws Exception {
    all.open();

    assertThat(all.await(0)).extracting(Series::label).containsExactly(REST);
    assertThat(all.await(0)).extracting(Series::pins).containsExactly(0L);
  }

  @ParameterizedTest
  @CsvSource({
    "file:/lib/app-1.jar, app-1.jar",
    "file:/shop/target/classes/, classes",
    "jar:file:/lib/app-1.jar!/, app-1.jar",
    "jar:nested:/shop/app.jar/!BOOT-INF/lib/pool-2.0.jar!/, pool-2.0.jar",
    "jar:nested:/shop/app.jar/!BOOT-INF/classes/!/, app.jar",
    "jar:nested:/shop/app.war/!WEB-INF/classes/!/, app.war",
    "jar:file:/shop/app.jar!/BOOT-INF/lib/pool-2.0.jar!/, pool-2.0.jar",
    "jar:file:/shop/app.jar!/BOOT-INF/classes!/, app.jar",
    "the JDK, the JDK",
    "'', unknown"
  })
  void a_library_is_the_jar_or_folder_that_people_know(String place, String name) throws Exception {
    add(holder("com/acme/A", "take", Decision.VIRTUAL, place));

    assertThat(all.await(0).get(0).label().library()).isEqualTo(name);
  }

  @Test
  void any_name_of_a_method_is_a_name_in_jmx() throws Exception {
    String wild = "odd*,=:\"?\\\n" + "long".repeat(100);
    add(holder("com/acme/A", wild, Decision.VIRTUAL));

    Label label = all.await(0).get(0).label();
    assertThat(label.site())
        .startsWith("com.acme.A.odd________long")
        .hasSize(PinSeries.LONGEST)
        .satisfies(PinSeriesTest::isValue);
  }

  private static void isValue(String text) throws MalformedObjectNameException {
    assertThat(new ObjectName("d:site=" + text + ",a=b").getKeyProperty("site")).isEqualTo(text);
    assertThat(new ObjectName("d:site=" + text).isPattern()).isFalse();
  }

  private void add(Holder... holders) {
    SeenFrame frame = new SeenFrame("com/acme/A", "take", "()V", 3, 7, false, false, "app");
    SeenPin pin = new SeenPin(PinKind.PARKED, "", ClassWait.NO, List.of(frame), false);
    all.add(pin, Blame.of(List.of(holders), false), 30 * MILLI);
  }

  private static Holder holder(String owner, String method, Decision decision) {
    return holder(owner, method, decision, "file:/lib/app-1.jar");
  }

  private static Holder holder(String owner, String method, Decision decision, String library) {
    MonitorSite site =
        new MonitorSite(
            owner,
            method,
            "()V",
            SiteKind.SYNC_METHOD,
            -1,
            7,
            new Operand(OperandValue.Kind.THIS, owner, "this"),
            List.of(),
            decision);
    return new Holder(new Hold(site, "A.java", Surety.BCI, MonitorUse.HELD, 0), library);
  }
}
