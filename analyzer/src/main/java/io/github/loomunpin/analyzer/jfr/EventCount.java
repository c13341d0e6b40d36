// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import java.nio.file.Path;
import java.util.Collection;

/** How many events of each type a recording has, which is found out without parsing any. */
public final class EventCount {

  private final ChunkWalk walk;

  private EventCount(ChunkWalk walk) {
    this.walk = walk;
  }

  public static EventCount of(Path recording) {
    return new EventCount(ChunkWalk.of(recording));
  }

  /**
   * Whether there may be any; false only if there are none.
   *
   * @param types as {@code EventType.getId()}
   */
  public boolean mayHave(Collection<Long> types) {
    return !walk.isSound() || types.stream().anyMatch(type -> walk.events(type) > 0);
  }
}
