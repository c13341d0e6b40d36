// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import java.util.Set;

/**
 * What is known of the threads that a class makes.
 *
 * @param takes internal names of subclasses of Thread that nobody needs as such
 * @param passes internal names of classes that may be given a thread while it is set up
 * @param mayEnd whether the VM may end while such a thread runs, although it is not a daemon
 * @param label what to call a thread that is given no name; empty if its own name will do
 * @param stays why none of the threads is virtual; empty if they may be
 */
public record ThreadRule(
    Set<String> takes, Set<String> passes, boolean mayEnd, String label, String stays) {

  /** For classes of which nothing is known. */
  public static final ThreadRule PLAIN = new ThreadRule(Set.of(), Set.of(), false, "", "");
}
