// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;

/** A monitor that pins, with the library that its site is in. */
record Holder(Library library, Hold hold) {

  MonitorSite site() {
    return hold.site();
  }

  MonitorUse use() {
    return hold.use();
  }

  /** The depth of the frame, 0 for the innermost. */
  int depth() {
    return hold.depth();
  }

  /** This holder, if the class of another JDK than the one that ran is all that shows it. */
  Holder inOtherJdk() {
    MonitorSite site = hold.site().withoutLine();
    return new Holder(
        library, new Hold(site, hold.sourceFile(), Surety.POSSIBLE, hold.use(), hold.depth()));
  }

  /** Whether its class was looked up in another JDK than the one that ran. */
  boolean isOfOtherJdk() {
    return library.isOtherJdk();
  }

  SiteKey key() {
    return SiteKey.of(library.path(), site());
  }

  /**
   * What people take for one site of one library; two libraries may have the same class. Of a
   * {@code finally} block the compiler makes copies, which differ in nothing but their places in
   * the bytecode.
   *
   * @param library its path
   * @param place the line, or where there is none what tells bytecode indexes apart from lines
   */
  record SiteKey(
      String library,
      String owner,
      String method,
      String descriptor,
      SiteKind kind,
      int place,
      Operand operand,
      Decision decision) {

    static SiteKey of(String library, MonitorSite site) {
      return new SiteKey(
          library,
          site.owner(),
          site.method(),
          site.descriptor(),
          site.kind(),
          site.line() < 0 ? -2 - site.bci() : site.line(),
          site.operand(),
          site.decision());
    }
  }
}
