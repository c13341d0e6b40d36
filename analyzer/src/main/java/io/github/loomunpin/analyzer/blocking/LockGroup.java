// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;

/**
 * The sites of one lock that enter it.
 *
 * @param grade the worst of theirs
 * @param sites worst first
 */
public record LockGroup(Lock lock, Grade grade, List<MonitorSite> sites) {}
