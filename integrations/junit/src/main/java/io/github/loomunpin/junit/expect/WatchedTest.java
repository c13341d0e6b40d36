// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.expect;

/**
 * A test that is about to run.
 *
 * @param name for people
 * @param type the class that is run, which may have inherited the method
 * @param method its name
 * @param concurrent whether other tests may run at the same time
 */
public record WatchedTest(
    String name, Class<?> type, String method, boolean concurrent, Expectation expectation) {}
