// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.freeze.MethodCode.Step;
import java.util.List;

/** Instructions a frame may be at, in one method. */
record Candidates(MethodCode method, List<Step> steps) {}
