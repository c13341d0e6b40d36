// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Stand-ins for internal classes of the JDK that {@code javac --release} does not show. The runtime
 * is compiled against them and refers to the JDK's own once the jar is built, which does not
 * contain these.
 */
package io.github.loomunpin.agent.runtime.jdk;
