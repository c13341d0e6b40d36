// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.result.Gap;
import java.util.List;

/**
 * What thread dumps say; the one model behind all formats.
 *
 * @param jvms one for each JVM that was dumped
 * @param notes what was assumed, one sentence each
 */
public record FreezeReport(List<JvmFreeze> jvms, List<String> notes, List<Gap> incomplete) {

  public boolean anyFrozen() {
    return jvms.stream().anyMatch(jvm -> jvm.verdict().isFrozen());
  }

  public boolean anyPinned() {
    return jvms.stream().anyMatch(jvm -> jvm.verdict().isPinned());
  }
}
