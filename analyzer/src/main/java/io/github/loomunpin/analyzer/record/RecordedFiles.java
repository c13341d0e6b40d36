// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of a run, in the folder that was given.
 *
 * @param recordings one of each JVM
 * @param startedIn the working directory of the only JVM, if that is known; recordings do not have
 *     it
 */
public record RecordedFiles(List<Path> recordings, List<Path> dumps, Optional<Path> startedIn) {}
