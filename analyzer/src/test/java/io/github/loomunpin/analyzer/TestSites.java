// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;

/** Sites without class files. */
public final class TestSites {

  private TestSites() {}

  public static MonitorSite method(String owner, String method, String descriptor) {
    return new MonitorSite(
        owner,
        method,
        descriptor,
        SiteKind.SYNC_METHOD,
        -1,
        10,
        new Operand(OperandValue.Kind.THIS, owner.replace('/', '.'), "this"),
        List.of(),
        Decision.VIRTUAL);
  }

  /** {@code synchronized (field)}, a field of type Object. */
  public static MonitorSite block(
      String owner, String method, String descriptor, String field, int line) {
    return new MonitorSite(
        owner,
        method,
        descriptor,
        SiteKind.BLOCK,
        line,
        line,
        new Operand(
            OperandValue.Kind.FIELD, "java.lang.Object", owner.replace('/', '.') + "." + field),
        List.of(),
        Decision.VIRTUAL);
  }

  /** A class with these sites, which must all be its own. */
  public static ClassSites type(MonitorSite... sites) {
    return new ClassSites(sites[0].owner(), "", List.of(sites));
  }
}
