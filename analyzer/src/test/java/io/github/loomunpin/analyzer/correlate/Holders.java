// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;

/** Makes holders of a class that does not exist. */
final class Holders {

  private static final Library LIBRARY = new Library("a", "1", "a.jar", false);

  private Holders() {}

  /** A block of the method {@code m}. */
  static Holder block(int bci, int line) {
    MonitorSite site =
        new MonitorSite(
            "a/B",
            "m",
            "()V",
            SiteKind.BLOCK,
            bci,
            line,
            new Operand(OperandValue.Kind.THIS, "a.B", "this"),
            List.of(),
            Decision.VIRTUAL);
    return new Holder(LIBRARY, new Hold(site, "B.java", Surety.BCI, MonitorUse.HELD, 1));
  }

  /** A synchronized method of the JDK, which the agent does not convert. */
  static Holder ofJdk(String method, int depth) {
    Hold hold = holder(method, MonitorUse.HELD, depth).hold();
    return new Holder(
        new Library("java.base", "21", "jrt:/java.base", true),
        new Hold(
            hold.site().decided(Decision.nativeBecause("the JDK's")),
            "B.java",
            Surety.BCI,
            MonitorUse.HELD,
            depth));
  }

  /** A synchronized method. */
  static Holder holder(String method, MonitorUse use, int depth) {
    MonitorSite site =
        new MonitorSite(
            "a/B",
            method,
            "()V",
            SiteKind.SYNC_METHOD,
            -1,
            1,
            new Operand(OperandValue.Kind.THIS, "a.B", "this"),
            List.of(),
            Decision.VIRTUAL);
    return new Holder(LIBRARY, new Hold(site, "B.java", Surety.BCI, use, depth));
  }
}
