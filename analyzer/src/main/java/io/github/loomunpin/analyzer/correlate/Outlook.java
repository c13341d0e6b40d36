// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Tally;

/**
 * What becomes of the pins with the agent.
 *
 * @param end it converts every monitor that took part
 * @param dependOnObject at least one monitor is decided at run time, none stays native
 * @param stay a monitor stays native, or something other than a monitor pins
 * @param cutOff it converts every monitor that is known, but the stack is cut off, or classes on it
 *     were not found
 * @param unknown no holder was found
 */
public record Outlook(Tally end, Tally dependOnObject, Tally stay, Tally cutOff, Tally unknown) {}
