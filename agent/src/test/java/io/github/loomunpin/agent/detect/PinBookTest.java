// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import io.github.loomunpin.rules.sight.Allowance;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.CarrierKeeper.Kind;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.sight.TakenCarriers;
import io.github.loomunpin.rules.site.BciRange;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinBookTest {

  private static final Path SCHEMA =
      Path.of("../analyzer/src/main/resources/loom-unpin/schema/pins-1.json");

  private static final long MILLI = 1_000_000;

  private final PinBook book = new PinBook(Allowance.NONE);

  @Test
  void each_cause_is_new_once_and_counted_each_time() {
    SeenPin pin = pin("com/acme/A");
    Blame blame = blame(holder("com/acme/A", Decision.VIRTUAL), holder("b/B", Decision.VIRTUAL));

    assertThat(book.add(pin, blame, 30 * MILLI, 1000, "a")).hasSize(2);
    assertThat(book.add(pin, blame, 3 * MILLI, 2000, "b")).isEmpty();

    PinBook.Page page = book.page();
    assertThat(page.all().count()).isEqualTo(2);
    assertThat(page.outlook().get(Outlook.END).count()).isEqualTo(2);
    assertThat(page.causes()).hasSize(2);
    PinBook.Cause cause = page.causes().get(0);
    assertThat(cause.sum().count()).isEqualTo(2);
    assertThat(cause.alone()).isZero();
    assertThat(cause.sum().longestNanos()).isEqualTo(30 * MILLI);
    assertThat(cause.thread()).isEqualTo("a");
    assertThat(cause.sum().firstMillis()).isEqualTo(970);
    assertThat(cause.sum().lastMillis()).isEqualTo(2000);
    // The histogram has the steps 1, 2, 5, 10, 20, 50 and so on.
    assertThat(cause.sum().histogram()).startsWith(0L, 0L, 1L, 0L, 0L, 1L, 0L).hasSize(14);
  }

  @Test
  void what_is_allowed_or_foreign_or_of_a_class_is_counted_but_not_told() {
    PinBook own = new PinBook(Allowance.of(List.of("com.acme.Pool.take"), List.of("com.acme")));

    assertThat(add(own, blame(holder("com/acme/Pool", Decision.VIRTUAL)))).isEmpty();
    assertThat(add(own, blame(holder("org/lib/Lib", Decision.VIRTUAL)))).isEmpty();
    assertThat(add(own, Blame.kept(keeper(Kind.CLASS_INITIALIZER), "in the static initializer")))
        .isEmpty();
    assertThat(add(own, blame(holder("com/acme/Shop", Decision.VIRTUAL)))).hasSize(1);
    assertThat(
            add(
                own,
                blame(
                    holder("com/acme/Pool", Decision.VIRTUAL),
                    holder("com/acme/Cart", Decision.VIRTUAL))))
        .hasSize(2);

    assertThat(own.page().all().count()).isEqualTo(5);
    assertThat(own.page().counted().count()).isEqualTo(2);
    assertThat(own.page().causes())
        .extracting(
            cause -> cause.holder().map(holder -> holder.site().owner()).orElse(""),
            cause -> cause.aside().orElse("counts"))
        .containsExactlyInAnyOrder(
            tuple("com/acme/Pool", "counts"),
            tuple("com/acme/Shop", "counts"),
            tuple("com/acme/Cart", "counts"),
            tuple("org/lib/Lib", "not of own="),
            tuple("", "class loading and initialization do not count"));
    assertThat(own.page().causes())
        .allSatisfy(
            cause ->
                assertThat(PinsJson.member(cause).contains("\"setAside\": \""))
                    .isEqualTo(cause.aside().isPresent()));
  }

  @Test
  void the_first_use_of_classes_is_one_sum_and_blames_no_lock_of_a_loader() {
    Blame loading = blame(holder("java/lang/ClassLoader", Decision.VIRTUAL)).loading("code loads");

    assertThat(add(book, loading)).isEmpty();
    assertThat(add(book, Blame.kept(keeper(Kind.CLASS_INITIALIZER), "in the initializer")))
        .isEmpty();

    PinBook.Page page = book.page();
    assertThat(page.ofClasses().count()).isEqualTo(2);
    assertThat(page.counted().count()).isZero();
    assertThat(page.outlook().get(Outlook.END).count()).isEqualTo(1);
    assertThat(page.causes())
        .allSatisfy(cause -> assertThat(cause.holder()).isEmpty())
        .extracting(PinBook.Cause::otherwise)
        .containsExactlyInAnyOrder("code loads", "in the initializer");
  }

  @Test
  void the_number_of_causes_is_bounded() {
    List<PinBook.Cause> told = new ArrayList<>();
    for (int i = 0; i < 2 * PinBook.MOST; i++) {
      told.addAll(add(book, blame(holder("a/C" + i, Decision.VIRTUAL))));
    }

    assertThat(told).hasSize(PinBook.MOST + 1);
    assertThat(book.page().causes()).hasSize(PinBook.MOST + 1);
    assertThat(book.page().causes().get(0).sum().count()).isEqualTo(PinBook.MOST);
    assertThat(book.page().causes().get(0).otherwise()).isEqualTo("other causes");
  }

  @Test
  void a_native_frame_keeps_the_pin_whatever_happens_to_the_monitor() {
    Blame blame =
        blame(holder("com/acme/A", Decision.VIRTUAL))
            .and(keeper(Kind.NATIVE_FRAME), "the native method x called back into Java");

    List<PinBook.Cause> told = add(book, blame);

    assertThat(book.page().outlook().get(Outlook.STAY).count()).isEqualTo(1);
    assertThat(book.page().outlook().get(Outlook.END).count()).isZero();
    assertThat(told).extracting(PinBook.Cause::alone).containsExactly(0L);
    assertThat(told)
        .extracting(PinWords::what)
        .singleElement()
        .asString()
        .endsWith(
            "; the agent converts it, but native code keeps the carrier all the same; also the"
                + " native method x called back into Java");
    assertThat(told)
        .extracting(PinWords::first)
        .singleElement()
        .asString()
        .endsWith("; no agent and no JDK helps: call it on a platform thread");
  }

  @Test
  void the_json_is_in_the_format_of_the_report() throws IOException, BadOptionException {
    add(book, blame(holder("com/acme/A", Decision.nativeBecause("it is \"so\""))));
    add(book, blame(holder("com/acme/B", Decision.atRunTime("any"))));
    add(
        book,
        blame(holder("com/acme/C", Decision.VIRTUAL))
            .and(keeper(Kind.NATIVE_FRAME), "the native method \"y\" called back into Java"));
    add(book, Blame.kept(keeper(Kind.NATIVE_FRAME), "the native method x called back into Java"));
    AgentOptions options = AgentOptions.parse("mode=detect", "");

    Standstill still =
        Standstill.unexplained(5_000, 3_000 * MILLI, 2)
            .explained(
                List.of(
                    new Standstill.Cause(
                        pin("com/acme/A"), blame(holder("com/acme/A", Decision.VIRTUAL))),
                    new Standstill.Cause(pin("com/acme/B"), Blame.unknown("computes"))),
                true,
                TakenCarriers.COMPUTE_IN_PART);

    String json = PinsJson.of(book.page(), List.of(still), options, options.detect().orElseThrow());

    var schema =
        JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(Files.readString(SCHEMA));
    assertThat(schema.validate(json, InputFormat.JSON)).isEmpty();
    assertThat(json).contains("\"findings\": [\n    {\"library\"").contains("NATIVE_FRAME");
    assertThat(json).contains("\"method\": \"com.acme.A.take\", \"use\": \"HELD\"");
    assertThat(json).contains("\"detail\": \"in com.acme.B.take:7: computes\"");
    assertThat(json).contains("\"the native method \\\"y\\\" called back into Java\"]");
    assertThat(book.page().outlook().get(Outlook.STAY).count()).isEqualTo(3);
    assertThat(book.page().outlook().get(Outlook.DEPENDS).count()).isEqualTo(1);
    assertThat(schema.validate(json.replace("\"alone\"", "\"other\""), InputFormat.JSON))
        .isNotEmpty();
  }

  private static CarrierKeeper keeper(Kind kind) {
    return new CarrierKeeper(kind, 0, Surety.SAID, "");
  }

  private static List<PinBook.Cause> add(PinBook book, Blame blame) {
    return book.add(pin("com/acme/A"), blame, 30 * MILLI, 1000, "");
  }

  private static SeenPin pin(String type) {
    SeenFrame frame = new SeenFrame(type, "take", "()V", 3, 7, false, false, "app");
    return new SeenPin(PinKind.PARKED, "", ClassWait.NO, List.of(frame), false);
  }

  private static Blame blame(Holder... holders) {
    return Blame.of(List.of(holders), false);
  }

  private static Holder holder(String owner, Decision decision) {
    MonitorSite site =
        new MonitorSite(
            owner,
            "take",
            "()V",
            SiteKind.SYNC_METHOD,
            -1,
            7,
            new Operand(OperandValue.Kind.THIS, owner, "this"),
            List.of(new BciRange(0, 9)),
            decision);
    return new Holder(new Hold(site, "A.java", Surety.BCI, MonitorUse.HELD, 0), "file:/app.jar");
  }
}
