// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.nio.file.Path;
import java.util.List;

/** The files of a recording, in the folder that was given. */
public record RecordedFiles(Path recording, List<Path> dumps) {}
